import type { CoreFailure } from '../core/supervisor.ts'
import type { Question } from '../question/question-page.ts'
import { say, sayMessage } from '../words/speech.ts'

export const TRY_AGAIN = 'Try again'
export const FREE_PORTS = 'Use free ports'
export const OTHER_FOLDER = 'Choose another folder…'
const QUIT = 'Quit'

/** The question about a core that does not run, with what a person can do. Another folder helps only where no flag names the library. */
export function failureQuestion({ about, reason, details }: CoreFailure, canChooseFolder: boolean): Question {
  const text = sayMessage(reason)
  switch (about) {
    case 'port':
      return {
        title: say('Another program uses a port that Tessera needs'),
        text,
        acts: [TRY_AGAIN, FREE_PORTS, QUIT],
      }
    case 'library':
      return {
        title: say('Tessera cannot open this library'),
        text,
        acts: canChooseFolder ? [TRY_AGAIN, OTHER_FOLDER, QUIT] : [TRY_AGAIN, QUIT],
      }
    case 'other':
      return { title: say('Tessera cannot start'), text, acts: [TRY_AGAIN, QUIT] }
    case 'crash':
      return {
        title: say('Tessera stopped working'),
        text: say('{{reason}} Your saved work is not affected.', { reason: text }),
        details,
        acts: [TRY_AGAIN, QUIT],
      }
  }
}
