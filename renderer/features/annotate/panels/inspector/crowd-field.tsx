import { hasArea, type PlacedShape } from '#common/annotation/shape'
import { Select } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'
import { markCrowd } from '../../commands/objects/objects.ts'
import { useEditor } from '../../editor/hooks/session.tsx'

/** Whether the shapes stand for many objects each (`iscrowd` of COCO), as a line of the inspector. */
export function CrowdField({ shapes }: { readonly shapes: readonly PlacedShape[] }) {
  const editor = useEditor()
  if (!shapes.every(hasArea)) return null
  const crowds = shapes.filter(({ crowd }) => crowd).length
  const isMixed = crowds > 0 && crowds < shapes.length
  return (
    <>
      <dt>{t('Crowd')}</dt>
      <dd>
        <Select
          label={t('Crowd')}
          hideLabel
          size="small"
          placeholder={t('Mixed')}
          options={[
            { value: 'no', label: t('No') },
            { value: 'yes', label: t('Crowd or ignored region') },
          ]}
          value={isMixed ? null : crowds > 0 ? 'yes' : 'no'}
          onChange={(next) => markCrowd(editor, next === 'yes')}
        />
      </dd>
    </>
  )
}
