import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Studio } from '#compose/studio'
import { ScriptedWords } from '#core/model-store/scripted'
import { OptionsError } from './options.ts'

const COMMAND = ['models', 'install']
const WORDS = Object.keys(ScriptedWords.shape)

export interface InstallCommand {
  /** Absolute. */
  readonly path: string
  readonly words: ScriptedWords
  /** The rest of the command line: settings of the station. */
  readonly settings: readonly string[]
}

/** The command `models install FILE` with its words; undefined where the command line is another. */
export function readInstallCommand(args: readonly string[]): InstallCommand | undefined {
  if (!COMMAND.every((word, place) => args[place] === word)) return undefined
  const { tokens } = parseArgs({ args: args.slice(COMMAND.length), strict: false, tokens: true, options: TEXTS })
  const said: Record<string, string | undefined> = {}
  const paths: string[] = []
  const settings: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') paths.push(token.value)
    else if (token.kind === 'option' && WORDS.includes(token.name)) said[token.name] = token.value
    else if (token.kind === 'option') settings.push(token.rawName, ...(token.value === undefined ? [] : [token.value]))
  }
  const [path, ...more] = paths
  if (path === undefined || more.length > 0) throw new OptionsError('Name one file or folder: models install FILE')
  const words = ScriptedWords.safeParse(said)
  if (words.success) return { path: resolve(path), words: words.data, settings }
  const [issue] = words.error.issues
  throw new OptionsError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not usable'}`)
}

const text = { type: 'string' } as const
const TEXTS = Object.fromEntries([...WORDS, 'library', 'secrets'].map((name) => [name, text]))

/** Runs the command in a studio without servers: progress goes to standard error, the id of the model to standard output. */
export async function installModel({ installModel: install, stop }: Studio, command: InstallCommand): Promise<void> {
  let last = ''
  const report = ({ current, total }: { readonly current: number; readonly total: number }) => {
    const line = `${Math.floor((100 * current) / Math.max(1, total))} %`
    if (line !== last) process.stderr.write(`${line}\n`)
    last = line
  }
  const { path, words } = command
  // Without servers nothing else keeps the process alive while work is handed from one to the other.
  const alive = setInterval(() => undefined, ALIVE_MS)
  try {
    const installed = await install({ path, words, report })
    if (!installed.ok) throw new Error(installed.error.message)
    process.stdout.write(`${installed.value}\n`)
  } finally {
    await stop()
    clearInterval(alive)
  }
}

const ALIVE_MS = 1000
