/* SPDX-License-Identifier: MIT
 * The two sandboxes. Their filters list the system calls that are allowed, so that all others, including future ones,
 * are refused. */
#define _GNU_SOURCE
#include "gen/jobs/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <grp.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/jobs/process.h"

/* The user and group that have no rights on any Linux. */
#define NOBODY 65534

/* Bytes of memory that a picture of a hundred megapixels needs in the worst case, a progressive JPEG: its coefficients,
 * two bytes for each of three colours, the file and the picture. */
#define MEMORY ((rlim_t)2 << 30)

/* A system call that is allowed if its argument has none of the bits of `mask` or, if that is 0, is equal to `value`.
 */
struct rule {
	int call;
	unsigned argument;
	uint64_t mask, value;
};

/* Compiles a filter to the BPF program that the kernel takes: calls that are allowed and calls that fail with EPERM
 * (both lists end with -1), and `count` rules. `otherwise` is the action for all other calls. False if that fails. */
static bool
compile(struct sock_fprog *program, uint32_t otherwise, const int *allowed, const int *refused,
	const struct rule *rules, size_t count)
{
	const size_t size = BPF_MAXINSNS * sizeof(struct sock_filter);
	scmp_filter_ctx filter = seccomp_init(otherwise);
	int error = filter == NULL ? -ENOMEM : 0, file = memfd_create("filter", MFD_CLOEXEC);
	ssize_t got = 0;

	for (; *allowed != -1 && error == 0; allowed++)
		error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, *allowed, 0);
	for (; *refused != -1 && error == 0; refused++)
		error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), *refused, 0);
	for (size_t i = 0; i < count && error == 0; i++) {
		const struct scmp_arg_cmp when = {
			.arg = rules[i].argument,
			.op = rules[i].mask != 0 ? SCMP_CMP_MASKED_EQ : SCMP_CMP_EQ,
			.datum_a = rules[i].mask != 0 ? rules[i].mask : rules[i].value,
		};

		error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, rules[i].call, 1, &when);
	}
	program->filter = malloc(size);
	if (program->filter != NULL && file >= 0 && error == 0 && seccomp_export_bpf(filter, file) == 0)
		got = pread(file, program->filter, size, 0);
	program->len = (unsigned short)((size_t)MAX(got, 0) / sizeof *program->filter);
	if (file >= 0)
		close(file);
	if (filter != NULL)
		seccomp_release(filter);
	return got > 0;
}

static bool
compile_decoder(struct sock_fprog *program)
{
	/* A sanitizer needs the last one when it handles a longjmp. */
	static const int allowed[] = {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
		SCMP_SYS(futex), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(wait4),
		SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
		SCMP_SYS(sysinfo), PROCESS_SANITIZED ? SCMP_SYS(sigaltstack) : -1, -1};
	/* Libraries use these to detect features of the processor, and work without them. glibc needs sysinfo, though:
	 * if it is refused, glibc uses uninitialised memory sizes. */
	static const int refused[] = {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(readlink), SCMP_SYS(newfstatat),
		SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_yield), SCMP_SYS(getrandom), SCMP_SYS(prlimit64), -1};
	/* Memory that is not executable, the input file, and the socket. */
	static const struct rule rules[] = {
		{SCMP_SYS(mmap), 2, .mask = PROT_EXEC},
		{SCMP_SYS(mprotect), 2, .mask = PROT_EXEC},
		{SCMP_SYS(read), 0, .value = STDIN_FILENO},
		{SCMP_SYS(read), 0, .value = STDOUT_FILENO},
		{SCMP_SYS(write), 0, .value = STDOUT_FILENO},
	};

	return compile(program, SCMP_ACT_KILL_PROCESS, allowed, refused, rules, G_N_ELEMENTS(rules));
}

static bool
compile_renderer(struct sock_fprog *program, const char *helper)
{
	static const int allowed[] = {SCMP_SYS(access), SCMP_SYS(arch_prctl), SCMP_SYS(brk), SCMP_SYS(clock_getres),
		SCMP_SYS(clock_gettime), SCMP_SYS(close), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(faccessat),
		SCMP_SYS(faccessat2), SCMP_SYS(fadvise64), SCMP_SYS(fcntl), SCMP_SYS(fstat), SCMP_SYS(fstatfs),
		SCMP_SYS(futex), SCMP_SYS(getcwd), SCMP_SYS(getdents64), SCMP_SYS(getegid), SCMP_SYS(geteuid),
		SCMP_SYS(getgid), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getrandom), SCMP_SYS(gettid),
		SCMP_SYS(gettimeofday), SCMP_SYS(getuid), SCMP_SYS(lseek), SCMP_SYS(lstat), SCMP_SYS(madvise),
		SCMP_SYS(mmap), SCMP_SYS(mprotect), SCMP_SYS(mremap), SCMP_SYS(munmap), SCMP_SYS(newfstatat),
		SCMP_SYS(pread64), SCMP_SYS(read), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(readv),
		SCMP_SYS(restart_syscall), SCMP_SYS(rseq), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
		SCMP_SYS(rt_sigreturn), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_yield), SCMP_SYS(set_robust_list),
		SCMP_SYS(set_tid_address), SCMP_SYS(sigaltstack), SCMP_SYS(stat), SCMP_SYS(statfs), SCMP_SYS(statx),
		SCMP_SYS(sysinfo), SCMP_SYS(uname), SCMP_SYS(write), SCMP_SYS(writev), -1};
	static const int refused[] = {-1};
	const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
	/* Files for reading; reading limits, not setting them; the only program. */
	const struct rule rules[] = {
		{SCMP_SYS(open), 1, .mask = writing},
		{SCMP_SYS(openat), 2, .mask = writing},
		{SCMP_SYS(prlimit64), 2, .value = 0},
		{SCMP_SYS(execve), 0, .value = (uintptr_t)helper},
	};

	return compile(program, SCMP_ACT_ERRNO(EPERM), allowed, refused, rules, G_N_ELEMENTS(rules));
}

bool
sandbox_init(struct sandbox *sandbox, const char *program)
{
	*sandbox = (struct sandbox){.program = program};
	if (compile_decoder(&sandbox->decoder) && compile_renderer(&sandbox->renderer, program))
		return true;
	sandbox_finish(sandbox);
	return false;
}

void
sandbox_finish(struct sandbox *sandbox)
{
	free(sandbox->decoder.filter);
	free(sandbox->renderer.filter);
	*sandbox = (struct sandbox){0};
}

/* Bytes of address space in use: a forked process starts with that of its parent. */
static rlim_t
memory_used(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (file == NULL)
		return 0;
	if (fscanf(file, "%lu", &pages) != 1)
		pages = 0;
	fclose(file);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Drops the rights of root. If that fails, the filter must be enough. */
static void
become_nobody(void)
{
	if (geteuid() != 0)
		return;
	if (setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0)
		(void)!setresuid(NOBODY, NOBODY, NOBODY);
}

/* Makes this process end when its parent ends, and sets its limits (no limit if `memory` is 0) and its filter. To be
 * called after become_nobody(), because changing the user resets PR_SET_PDEATHSIG. */
static bool
confine(const struct sock_fprog *filter, pid_t parent, uint32_t cpu_seconds, rlim_t memory, rlim_t files)
{
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent && process_limit_time(cpu_seconds) &&
		process_limit(RLIMIT_CORE, 0) && process_limit(RLIMIT_FSIZE, 0) &&
		process_limit(RLIMIT_NOFILE, files) && (memory == 0 || process_limit(RLIMIT_AS, memory)) &&
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0;
}

/* Allows only files in the system's own directories to be opened. Without Landlock, in an old kernel, only the filter
 * and the user's rights restrict the process. */
static void
hide_files(void)
{
	static const char *const shown[] = {
		"/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/var/cache/fontconfig"};
	const uint64_t reading =
		LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
	const struct landlock_ruleset_attr handled = {.handled_access_fs = reading};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);

	if (rules < 0)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(shown); i++) {
		struct landlock_path_beneath_attr below = {
			.allowed_access = reading, .parent_fd = open(shown[i], O_PATH | O_CLOEXEC)};

		if (below.parent_fd < 0)
			continue;
		if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) != 0) {
			/* A file, not a directory. */
			below.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
			syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
		}
		close(below.parent_fd);
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
}

bool
sandbox_hides_files(void)
{
	pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		hide_files();
		_exit(access("/", R_OK) == 0 && open("/", O_RDONLY | O_CLOEXEC) < 0 && errno == EACCES);
	}
	if (pid < 0)
		return false;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

bool
sandbox_enter_decoder(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds)
{
	rlim_t memory = PROCESS_SANITIZED ? 0 : memory_used() + MEMORY;

	process_dies_first();
	become_nobody();
	return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && confine(&sandbox->decoder, parent, cpu_seconds, memory, 0);
}

bool
sandbox_enter_renderer(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds)
{
	process_dies_first();
	hide_files();
	become_nobody();
	return confine(&sandbox->renderer, parent, cpu_seconds, MEMORY, 32);
}
