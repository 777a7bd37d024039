/* SPDX-License-Identifier: MIT
 * Checks of the machine: camera, clock, sandbox, fonts, programs. */
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

/* An earlier year on the clock is wrong: this program did not exist. */
#define YEAR_LEAST 2025

/* A later year on the clock is taken to be wrong. */
#define YEAR_MOST 2100

static void
check_camera(struct doctor *doctor)
{
	unsigned cameras = 0, closed = 0;
	g_autoptr(GDir) folder = g_dir_open("/dev", 0, NULL);
	const char *name;

	while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
		g_autofree char *path = g_build_filename("/dev", name, NULL);
		int file = g_str_has_prefix(name, "video") ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
		struct v4l2_capability can = {0};

		if (file >= 0 && ioctl(file, VIDIOC_QUERYCAP, &can) == 0) {
			unsigned caps = can.capabilities & V4L2_CAP_DEVICE_CAPS ? can.device_caps : can.capabilities;

			cameras += (caps & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE)) != 0;
		}
		if (file >= 0)
			close(file);
		else if (g_str_has_prefix(name, "video"))
			closed += errno == EACCES || errno == EPERM;
	}
	if (cameras > 0)
		doctor_praise(doctor, SAY_COUNT("cameras", "1 camera", "{count} cameras", cameras));
	else if (closed > 0)
		doctor_find(doctor, HEALTH_LOOK,
			SAY("camera-group", "add the user of the kiosk's screen to the group video"),
			SAY("camera-closed", "there is one, but this user may not open it"));
	else
		doctor_find(doctor, HEALTH_LOOK,
			SAY("camera-missing", "plug one in, or work with phones, a hand scanner or typed codes"),
			SAY("no-camera", "there is none on this machine"));
}

static void
check_clock(struct doctor *doctor)
{
	time_t now = time(NULL);
	struct timex state = {0};
	struct tm date;
	char text[32];

	localtime_r(&now, &date);
	strftime(text, sizeof text, "%Y-%m-%d %H:%M", &date);
	if (date.tm_year + 1900 < YEAR_LEAST || date.tm_year + 1900 > YEAR_MOST)
		doctor_find(doctor, HEALTH_BAD, SAY("clock-set", "set it: `timedatectl set-time '2026-11-14 18:00'`"),
			SAY("clock-wrong", "it says {time}"), ARG_TEXT("time", text));
	else if (adjtimex(&state) < 0 || state.status & STA_UNSYNC)
		doctor_find(doctor, HEALTH_LOOK,
			SAY("clock-compare", "compare it with a watch; results carry its time"),
			SAY("clock-unsynchronised", "it says {time}, and nothing keeps it right"),
			ARG_TEXT("time", text));
	else
		doctor_praise(
			doctor, SAY("clock-right", "{time}, kept right from the network"), ARG_TEXT("time", text));
}

static void
check_sandbox(struct doctor *doctor)
{
	struct sandbox sandbox;

	if (!sandbox_init(&sandbox, WORKER_HELPER)) {
		doctor_find(doctor, HEALTH_BAD,
			SAY("sandbox-seccomp",
				"pictures cannot be read here: look for a kernel or a container that refuses seccomp"),
			SAY("no-sandbox", "the filters that pictures are read behind cannot be made"));
		return;
	}
	sandbox_finish(&sandbox);
	if (sandbox_hides_files())
		doctor_praise(
			doctor, SAY("sandbox-works", "pictures and PDFs of strangers are locked in, away from files"));
	else
		doctor_find(doctor, HEALTH_LOOK,
			SAY("landlock-kernel",
				"for this a kernel from 5.13 is needed that has landlock in /sys/kernel/security/lsm, and "
				"no container that refuses it"),
			SAY("no-landlock",
				"Landlock does not work here: anyone who breaks the reader of PDFs can read what "
				"everybody on this machine can (pictures are locked in as usual)"));
}

static void
check_fonts(struct doctor *doctor)
{
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);

	if (shaper == NULL)
		doctor_find(doctor, HEALTH_BAD,
			SAY("fonts-install", "install what is named; sheets cannot be drawn without"),
			SAY("fonts-missing", "{why}"), ARG_CAUSE("why", &problem.message));
	else
		doctor_praise(doctor, SAY("fonts-there", "all faces of the sheets are there"));
	shaper_destroy(shaper);
}

static void
check_programs(struct doctor *doctor)
{
	const struct argument install = SAY("programs-install", "for a screen of its own: `apt install chromium cage`");
	g_autofree char *browser = g_find_program_in_path("chromium"), *cage = g_find_program_in_path("cage");

	if (browser != NULL && cage != NULL)
		doctor_praise(doctor, SAY("programs-there", "chromium and cage are installed"));
	else if (browser == NULL && cage == NULL)
		doctor_find(
			doctor, HEALTH_LOOK, install, SAY("programs-missing", "chromium and cage are not installed"));
	else
		doctor_find(doctor, HEALTH_LOOK, install, SAY("program-missing", "{program} is not installed"),
			ARG_TEXT("program", cage == NULL ? "cage" : "chromium"));
}

const struct doctor_check doctor_machine_checks[] = {{"clock", check_clock}, {"sandbox", check_sandbox},
	{"camera", check_camera}, {"fonts", check_fonts}, {"screen", check_programs}, {0}};
