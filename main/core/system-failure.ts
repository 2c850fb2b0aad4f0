/** The message of a failure, without the paths of this machine that the operating system puts at the end of its own. */
export function messageOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { message } = failure
  if (!('syscall' in failure)) return message
  const at = message.indexOf(`, ${String(failure.syscall)}`)
  return at < 0 ? message : message.slice(0, at)
}
