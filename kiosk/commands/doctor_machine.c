/* SPDX-License-Identifier: MIT
 * The machine under the kiosk: camera, clock, sandbox, fonts, programs. */
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "kiosk/commands/doctor.h"
#include "kiosk/picture/worker.h"

#define YEAR_LEAST 2025 /* when this was written: no clock can be right before */
#define YEAR_MOST  2100

enum device { DEVICE_CAMERA, DEVICE_OTHER, DEVICE_CLOSED };

static enum device
look_at(const char *path)
{
	struct v4l2_capability can = {0};
	enum device device = DEVICE_OTHER;
	int file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);

	if (file < 0)
		return errno == EACCES || errno == EPERM ? DEVICE_CLOSED : DEVICE_OTHER;
	if (ioctl(file, VIDIOC_QUERYCAP, &can) == 0) {
		unsigned caps = can.capabilities & V4L2_CAP_DEVICE_CAPS ? can.device_caps : can.capabilities;

		if (caps & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE))
			device = DEVICE_CAMERA;
	}
	close(file);
	return device;
}

void
doctor_check_camera(struct doctor *doctor)
{
	unsigned count[3] = {0};
	GDir *folder = g_dir_open("/dev", 0, NULL);
	const char *name;

	while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
		char *path;

		if (!g_str_has_prefix(name, "video"))
			continue;
		path = g_build_filename("/dev", name, NULL);
		count[look_at(path)]++;
		g_free(path);
	}
	if (folder != NULL)
		g_dir_close(folder);
	if (count[DEVICE_CAMERA] > 0)
		doctor_find(doctor, "camera", HEALTH_OK, NULL, "%u camera%s", count[DEVICE_CAMERA],
			count[DEVICE_CAMERA] == 1 ? "" : "s");
	else if (count[DEVICE_CLOSED] > 0)
		doctor_find(doctor, "camera", HEALTH_LOOK, "add the user of the kiosk's screen to the group video",
			"there is one, but this user may not open it");
	else
		doctor_find(doctor, "camera", HEALTH_LOOK,
			"plug one in, or work with phones, a hand scanner or typed codes",
			"there is none on this machine");
}

void
doctor_check_clock(struct doctor *doctor)
{
	time_t now = time(NULL);
	struct timex state = {0};
	struct tm date;
	char text[32];

	localtime_r(&now, &date);
	strftime(text, sizeof text, "%Y-%m-%d %H:%M", &date);
	if (date.tm_year + 1900 < YEAR_LEAST || date.tm_year + 1900 > YEAR_MOST)
		doctor_find(doctor, "clock", HEALTH_BAD, "set it: `timedatectl set-time '2026-11-14 18:00'`",
			"it says %s", text);
	else if (adjtimex(&state) < 0 || state.status & STA_UNSYNC)
		doctor_find(doctor, "clock", HEALTH_LOOK, "compare it with a watch; results carry its time",
			"it says %s, and nothing keeps it right", text);
	else
		doctor_find(doctor, "clock", HEALTH_OK, NULL, "%s, kept right from the network", text);
}

void
doctor_check_sandbox(struct doctor *doctor)
{
	struct sandbox sandbox;

	if (!sandbox_init(&sandbox, WORKER_HELPER)) {
		doctor_find(doctor, "sandbox", HEALTH_BAD,
			"pictures cannot be read here: look for a kernel or a container that refuses seccomp",
			"the filters that pictures are looked at behind cannot be made");
		return;
	}
	sandbox_finish(&sandbox);
	if (sandbox_hides_files())
		doctor_find(doctor, "sandbox", HEALTH_OK, NULL,
			"pictures and PDFs of strangers are locked in, away from files");
	else
		doctor_find(doctor, "sandbox", HEALTH_LOOK,
			"for this a kernel from 5.13 is needed that has landlock in /sys/kernel/security/lsm, and "
			"no container that refuses it",
			"Landlock does not work here: whoever breaks the reader of PDFs can read what "
			"everybody on this machine can (pictures are locked in as usual)");
}

void
doctor_check_fonts(struct doctor *doctor)
{
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);
	char sentence[MESSAGE_TEXT];

	if (shaper == NULL) {
		problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
		doctor_find(doctor, "fonts", HEALTH_BAD, "install what is named; sheets cannot be drawn without", "%s",
			sentence);
	} else
		doctor_find(doctor, "fonts", HEALTH_OK, NULL, "all faces of the sheets are there");
	shaper_destroy(shaper);
}

void
doctor_check_programs(struct doctor *doctor)
{
	char *browser = g_find_program_in_path("chromium"), *cage = g_find_program_in_path("cage");

	if (browser != NULL && cage != NULL)
		doctor_find(doctor, "screen", HEALTH_OK, NULL, "chromium and cage are installed");
	else
		doctor_find(doctor, "screen", HEALTH_LOOK, "for a screen of its own: `apt install chromium cage`",
			"%s%s%s not installed", browser == NULL ? "chromium" : "",
			browser == NULL && cage == NULL ? " and " : "",
			cage == NULL ? (browser == NULL ? "cage are" : "cage is") : " is");
	g_free(browser);
	g_free(cage);
}
