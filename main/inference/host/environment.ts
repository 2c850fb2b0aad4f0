/**
 * For processes that load the runtime of models: outside Windows it would tell its makers by network what it runs, and keep files
 * for that in the home and the temporary folder. It reads the switch when it is loaded, so a process has to be born with it.
 */
export function silentEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...more, ORT_DISABLE_TELEMETRY: '1' }
}
