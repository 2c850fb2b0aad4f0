import { BrowserWindow, nativeTheme, session } from 'electron'
import { ORIGIN, SCHEME } from '../address.ts'
import { GROUND } from '../ground.ts'
import { keepOnPage, lockDownSession } from '../lock-down.ts'
import { QUESTION_POLICY, type Question, questionPage } from './question-page.ts'

export interface Answer {
  /** Which of the acts was pressed. */
  readonly act: string
  /** The typed text. */
  readonly value: string
}

const ASK = `${ORIGIN}/ask.html`
const ANSWER = `${ORIGIN}/answer`

let asked = 0

/**
 * Shows a question in a small window and resolves with the answer, or undefined when the window was closed. The window has a
 * session of its own that serves this one page and hears this one answer, so no other page can ask or answer in its name.
 */
export async function ask(question: Question): Promise<Answer | undefined> {
  asked += 1
  const partition = session.fromPartition(`question-${asked}`)
  lockDownSession(partition)
  return new Promise((resolve) => {
    const window = createWindow(question, `question-${asked}`)
    partition.protocol.handle(SCHEME, async (request) => {
      if (request.url === ASK) return page(question)
      if (request.url !== ANSWER || request.method !== 'POST') return new Response(null, { status: 404 })
      const fields = new URLSearchParams(await request.text())
      resolve({ act: fields.get('act') ?? '', value: fields.get('value') ?? '' })
      // Not while the answer to its own request is still on the way.
      setImmediate(() => window.destroy())
      return new Response(null, { status: 204 })
    })
    window.on('closed', () => resolve(undefined))
    window.loadURL(ASK).catch((failure: unknown) => {
      process.stderr.write(`${question.title} ${question.text}\n${String(failure)}\n`)
      window.destroy()
    })
  })
}

/** Room for a title, three lines and two rows of buttons; a long path takes more lines. */
function heightFor({ text, details }: Question): number {
  if (details) return 400
  const lines = Math.ceil(text.length / LINE_LETTERS)
  return Math.min(640, 240 + Math.max(0, lines - 3) * LINE_HEIGHT)
}

const LINE_LETTERS = 60
const LINE_HEIGHT = 18

function createWindow(question: Question, partition: string): BrowserWindow {
  const { details } = question
  const window = new BrowserWindow({
    width: 500,
    height: heightFor(question),
    useContentSize: true,
    resizable: details !== undefined,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    title: 'Tessera',
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: { partition, sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  })
  window.removeMenu()
  keepOnPage(window.webContents, ANSWER)
  window.once('ready-to-show', () => window.show())
  return window
}

function page(question: Question): Response {
  return new Response(questionPage(question), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': QUESTION_POLICY },
  })
}
