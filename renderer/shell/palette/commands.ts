import { Command as CommandIcon } from 'lucide-react'
import type { Command } from '#renderer/ui/app/commands'
import { t } from '#renderer/words/words'
import type { Entry } from './entry.ts'

const CONTEXTS: Readonly<Record<string, string>> = { annotate: t('Annotate'), app: 'Tessera', images: t('Images') }

/**
 * Returns entries for the commands that were valid when the palette was opened. They show their keys, so that users
 * learn them.
 */
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
