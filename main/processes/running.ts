/** Returns whether a process with this id runs, even one of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM'
  }
}
