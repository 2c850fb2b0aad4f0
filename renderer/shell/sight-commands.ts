import { toggleHud } from '#renderer/features/hud/hud'
import type { Command } from '#renderer/ui/app/commands'
import { chooseUiScale, stepUiScale } from '#renderer/ui/app/ui-scale'
import { t } from '#renderer/words/words'

/** Commands for the interface size and the performance display, on every page, even while text is edited. */
export const SIGHT_COMMANDS: readonly Command[] = [
  {
    id: 'app.larger',
    label: t('Larger interface'),
    chord: ['Mod+Alt+=', 'Mod+Alt++'],
    run: () => stepUiScale(1),
    inFields: true,
  },
  { id: 'app.smaller', label: t('Smaller interface'), chord: 'Mod+Alt+-', run: () => stepUiScale(-1), inFields: true },
  {
    id: 'app.usual-size',
    label: t('Interface at 100 %'),
    chord: 'Mod+Alt+0',
    run: () => chooseUiScale(100),
    inFields: true,
  },
  { id: 'app.hud', label: t('Performance'), chord: 'Mod+Alt+P', run: toggleHud, inFields: true },
]
