import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sentenceOf } from '#common/messages/sentence'
import { flagSentence, textFlags } from '#compose/shells/options'
import type { Studio } from '#compose/studio'
import { ScriptedWords } from '#core/models/store/scripted'
import { INSTALL_USAGE, OptionsError, TEXTS } from './options.ts'

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
  const { said, paths, settings } = sorted(args.slice(COMMAND.length))
  const [path, ...more] = paths
  if (path === undefined || more.length > 0) throw new OptionsError(INSTALL_USAGE)
  const words = ScriptedWords.safeParse(said)
  if (words.success) return { path: resolve(path), words: words.data, settings }
  throw new OptionsError(flagSentence(words.error, said))
}

/** Words of the model, paths, and what is left for the station. */
function sorted(args: readonly string[]) {
  const options = textFlags([...WORDS, ...TEXTS])
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options })
  const said: Record<string, string | undefined> = {}
  const paths: string[] = []
  const settings: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') paths.push(token.value)
    if (token.kind !== 'option') continue
    if (WORDS.includes(token.name)) said[token.name] = token.value
    else if (token.inlineValue === true) settings.push(`${token.rawName}=${token.value}`)
    else settings.push(...[token.rawName, token.value].filter((part) => part !== undefined))
  }
  return { said, paths, settings }
}

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
    if (!installed.ok) throw new Error(sentenceOf(installed.error))
    process.stdout.write(`${installed.value}\n`)
  } finally {
    await stop()
    clearInterval(alive)
  }
}

const ALIVE_MS = 1000
