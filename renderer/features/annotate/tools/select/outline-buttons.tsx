import { Scissors, SquaresIntersect, SquaresSubtract, SquaresUnite } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { armReshape, combineOrDraw, combineSelected } from '../../commands/outlines/outlines.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import { thenCanvas } from '../../parts/pressed.ts'

/** Buttons that make new outlines of the selected areas; `count` of them. */
export const OutlineButtons = memo(function OutlineButtons({ count }: { readonly count: number }) {
  const editor = useEditor()
  const face = { size: 'small', placement: 'top' } as const
  const [unite, subtract, intersect] = [useChord('unite'), useChord('subtract'), useChord('intersect')]
  const slice = useChord('slice')
  if (count === 0) return null
  const isOne = count === 1
  return (
    <>
      <IconButton
        {...face}
        icon={SquaresUnite}
        label={isOne ? t('Add to the shape') : t('Unite {{count}} shapes', { count })}
        chord={unite}
        onPress={thenCanvas(() => combineOrDraw(editor, 'unite'))}
      />
      <IconButton
        {...face}
        icon={SquaresSubtract}
        label={isOne ? t('Cut a hole') : t('Subtract the others from the first shape')}
        chord={subtract}
        onPress={thenCanvas(() => combineOrDraw(editor, 'subtract'))}
      />
      {!isOne && (
        <IconButton
          {...face}
          icon={SquaresIntersect}
          label={t('Keep the intersection')}
          chord={intersect}
          onPress={thenCanvas(() => combineSelected(editor, 'intersect'))}
        />
      )}
      <IconButton
        {...face}
        icon={Scissors}
        label={t('Slice along a line')}
        chord={slice}
        onPress={thenCanvas(() => armReshape(editor, 'slice'))}
      />
    </>
  )
})
