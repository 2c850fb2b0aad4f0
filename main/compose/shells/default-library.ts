import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The library that both shells open when none is named, at the usual place for a person's data on each system. */
export function defaultLibrary(environment: Readonly<Record<string, string | undefined>>): string {
  return join(dataFolder(environment), 'library')
}

function dataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Tessera')
  if (process.platform === 'win32') return join(environment['APPDATA'] ?? homedir(), 'Tessera')
  const named = environment['XDG_DATA_HOME']
  // As the XDG specification has it: a relative path, or none, counts for nothing.
  return join(named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local', 'share'), 'tessera')
}
