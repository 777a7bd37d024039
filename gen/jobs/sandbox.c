/* SPDX-License-Identifier: MIT
 * The two sandboxes. The filters are lists of what is allowed, so
 * that a system call nobody thought of is refused. */
#define _GNU_SOURCE
#include "gen/jobs/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
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

/* Bytes that a hundred megapixels need in the worst case: a progressive JPEG's coefficients, three colours
 * of two bytes each, with the file and the picture. */
#define MEMORY ((rlim_t)2 << 30)

/* Adds the calls of a list that ends with -1; `action` for each. */
static int
add_all(scmp_filter_ctx filter, uint32_t action, const int *calls)
{
	int error = 0;

	for (; *calls != -1 && error == 0; calls++)
		error = seccomp_rule_add(filter, action, *calls, 0);
	return error;
}

/* Allows a call whose argument has none of the bits `mask`, or, without a mask, is `value`. */
static int
allow_if(scmp_filter_ctx filter, int call, unsigned argument, uint64_t mask, uint64_t value)
{
	const struct scmp_arg_cmp when = {
		.arg = argument,
		.op = mask != 0 ? SCMP_CMP_MASKED_EQ : SCMP_CMP_EQ,
		.datum_a = mask != 0 ? mask : value,
		.datum_b = 0,
	};

	return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &when);
}

static int
add_decoder(scmp_filter_ctx filter)
{
	static const int allowed[] = {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
		SCMP_SYS(futex), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(wait4),
		SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
		SCMP_SYS(sysinfo), -1};
	/* Libraries ask these when they look for what a processor can do, and cope with a refusal. glibc
	 * does not cope with one of sysinfo: it goes on with memory sizes that it never got. */
	static const int refused[] = {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(readlink), SCMP_SYS(newfstatat),
		SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_yield), SCMP_SYS(getrandom), SCMP_SYS(prlimit64), -1};
	int error = add_all(filter, SCMP_ACT_ALLOW, allowed);

	if (error == 0 && PROCESS_SANITIZED) /* it looks for the stack that a longjmp leaves */
		error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sigaltstack), 0);
	if (error == 0)
		error = add_all(filter, SCMP_ACT_ERRNO(EPERM), refused);
	/* Memory that is never code. */
	if (error == 0)
		error = allow_if(filter, SCMP_SYS(mmap), 2, PROT_EXEC, 0);
	if (error == 0)
		error = allow_if(filter, SCMP_SYS(mprotect), 2, PROT_EXEC, 0);
	if (error == 0)
		error = allow_if(filter, SCMP_SYS(read), 0, 0, STDIN_FILENO);
	if (error == 0) /* a socket, where answers come */
		error = allow_if(filter, SCMP_SYS(read), 0, 0, STDOUT_FILENO);
	if (error == 0)
		error = allow_if(filter, SCMP_SYS(write), 0, 0, STDOUT_FILENO);
	return error;
}

static int
add_renderer(scmp_filter_ctx filter, const char *program)
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
	const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
	int error = add_all(filter, SCMP_ACT_ALLOW, allowed);

	if (error == 0)
		error = allow_if(filter, SCMP_SYS(open), 1, writing, 0);
	if (error == 0)
		error = allow_if(filter, SCMP_SYS(openat), 2, writing, 0);
	if (error == 0) /* asking for limits, not setting them */
		error = allow_if(filter, SCMP_SYS(prlimit64), 2, 0, 0);
	if (error == 0)
		error = allow_if(filter, SCMP_SYS(execve), 0, 0, (uintptr_t)program);
	return error;
}

static void
release(struct sock_fprog *program)
{
	if (program != NULL)
		free(program->filter);
	free(program);
}

/* The filter as the kernel takes it, so that a process only has to hand it over; NULL when that
 * does not go. */
static struct sock_fprog *
compiled(scmp_filter_ctx filter)
{
	const size_t size = BPF_MAXINSNS * sizeof(struct sock_filter);
	struct sock_fprog *program = calloc(1, sizeof *program);
	int file = memfd_create("filter", MFD_CLOEXEC);
	ssize_t got = 0;

	if (program != NULL)
		program->filter = malloc(size);
	if (program != NULL && program->filter != NULL && file >= 0 && seccomp_export_bpf(filter, file) == 0)
		got = pread(file, program->filter, size, 0);
	if (file >= 0)
		close(file);
	if (got <= 0) {
		release(program);
		return NULL;
	}
	program->len = (unsigned short)((size_t)got / sizeof *program->filter);
	return program;
}

bool
sandbox_init(struct sandbox *sandbox, const char *program)
{
	scmp_filter_ctx decoder = seccomp_init(SCMP_ACT_KILL_PROCESS);
	scmp_filter_ctx renderer = seccomp_init(SCMP_ACT_ERRNO(EPERM));

	*sandbox = (struct sandbox){.program = program};
	if (decoder != NULL && add_decoder(decoder) == 0)
		sandbox->decoder = compiled(decoder);
	if (renderer != NULL && add_renderer(renderer, program) == 0)
		sandbox->renderer = compiled(renderer);
	if (decoder != NULL)
		seccomp_release(decoder);
	if (renderer != NULL)
		seccomp_release(renderer);
	if (sandbox->decoder != NULL && sandbox->renderer != NULL)
		return true;
	sandbox_finish(sandbox);
	return false;
}

void
sandbox_finish(struct sandbox *sandbox)
{
	release(sandbox->decoder);
	release(sandbox->renderer);
	*sandbox = (struct sandbox){0};
}

/* Bytes of address space in use, which a program that is forked from a large one starts with. */
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

static bool
limit_all(uint32_t cpu_seconds, rlim_t memory, rlim_t files)
{
	return process_limit_time(cpu_seconds) && process_limit(RLIMIT_CORE, 0) && process_limit(RLIMIT_FSIZE, 0) &&
		process_limit(RLIMIT_NOFILE, files) && (memory == 0 || process_limit(RLIMIT_AS, memory));
}

/* Root gives up being root. Where that is not granted the filter has to be enough. */
static void
become_nobody(void)
{
	if (geteuid() != 0)
		return;
	if (setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0)
		(void)!setresuid(NOBODY, NOBODY, NOBODY);
}

/* The kernel ends this process when its parent ends. Becoming another user undoes that. */
static bool
die_with(pid_t parent)
{
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

static bool
load(const struct sock_fprog *program)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program) == 0;
}

/* Of all files only those below the system's own directories can be opened, where the kernel
 * knows Landlock; an older one has the filter and the user's rights alone. */
static void
hide_files(void)
{
	static const char *const shown[] = {
		"/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/var/cache/fontconfig"};
	const struct landlock_ruleset_attr handled = {
		.handled_access_fs =
			LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
	};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);

	if (rules < 0)
		return;
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		struct landlock_path_beneath_attr below = {
			.allowed_access = handled.handled_access_fs,
			.parent_fd = open(shown[i], O_PATH | O_CLOEXEC),
		};

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
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

bool
sandbox_enter_decoder(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds)
{
	rlim_t memory = PROCESS_SANITIZED ? 0 : memory_used() + MEMORY;

	process_dies_first();
	become_nobody();
	return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && die_with(parent) && limit_all(cpu_seconds, memory, 0) &&
		load(sandbox->decoder);
}

bool
sandbox_enter_renderer(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds)
{
	process_dies_first();
	hide_files();
	become_nobody();
	return die_with(parent) && limit_all(cpu_seconds, MEMORY, 32) && load(sandbox->renderer);
}
