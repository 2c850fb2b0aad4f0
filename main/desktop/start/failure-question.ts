import type { CoreFailure } from '../core/supervisor.ts'
import type { Question } from '../question/question-page.ts'

export const TRY_AGAIN = 'Try again'
export const FREE_PORTS = 'Use free ports'
export const OTHER_FOLDER = 'Choose another folder…'
const QUIT = 'Quit'

/** The question about a core that does not run, with what a person can do. Another folder helps only where no flag names the library. */
export function failureQuestion({ about, reason, details }: CoreFailure, canChooseFolder: boolean): Question {
  const found = withoutFlags(reason)
  switch (about) {
    case 'port':
      return {
        title: 'Another program uses a port that Tessera needs',
        text: `${found} Quit the other program and try again, or use free ports. With free ports, clients need the new addresses shown in Settings.`,
        acts: [TRY_AGAIN, FREE_PORTS, QUIT],
      }
    case 'library':
      return {
        title: 'Tessera cannot open this library',
        text: found,
        acts: canChooseFolder ? [TRY_AGAIN, OTHER_FOLDER, QUIT] : [TRY_AGAIN, QUIT],
      }
    case 'other':
      return { title: 'Tessera cannot start', text: reason, acts: [TRY_AGAIN, QUIT] }
    case 'crash':
      return {
        title: 'Tessera stopped working',
        text: `${reason} Your saved work is not affected.`,
        details,
        acts: [TRY_AGAIN, QUIT],
      }
  }
}

/** Removes sentences about command-line flags: questions have buttons instead. */
export function withoutFlags(reason: string): string {
  const sentences = reason.split(/(?<=\.) /)
  return sentences.filter((sentence) => !/ --(?:library|[a-z]+-port)\b/.test(sentence)).join(' ')
}
