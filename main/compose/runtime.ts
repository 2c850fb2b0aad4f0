import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/** Sets up the process that a core runs in. Call before anything else: the number of threads is read when the first starts. */
export function prepareRuntime(): void {
  // Whatever the core and the processes below it write is for its own user alone.
  process.umask(0o077)
  // Images and files share these threads.
  process.env['UV_THREADPOOL_SIZE'] ??= String(availableParallelism() + 4)
  // V8 takes bytes that pass through for a growing heap and looks through all of it every few images: an eighth of the time
  // that an import takes. With this it waits for several times as many bytes.
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
