import { Command as CommandIcon } from 'lucide-react'
import type { Command } from '#renderer/ui/app/commands'
import { t } from '#renderer/words/words'
import type { Entry } from './entry.ts'

const CONTEXTS: Readonly<Record<string, string>> = { annotate: t('Annotate'), app: 'Tessera', images: t('Images') }

/** What keys could do when the palette was opened. It can be done from here too, and the key is learned on the way. */
export function commandEntries(commands: readonly Command[]): readonly Entry[] {
  return commands
    .filter(({ isListed }) => isListed !== false)
    .map(({ id, label, chord, run }) => ({
      id,
      name: label,
      context: CONTEXTS[id.split('.')[0] ?? ''] ?? t('This page'),
      mark: { icon: CommandIcon },
      chord: typeof chord === 'string' ? chord : chord[0],
      run: () => run(new KeyboardEvent('keydown')),
    }))
}
