import { memo, useCallback, useMemo } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { Select } from '#renderer/ui/controls/select'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { giveClass } from '../commands/shapes/shapes.ts'
import { useEditor, useEditorState } from '../editor/hooks/session.tsx'

export interface ClassSelectProps {
  readonly value: ClassId | undefined
  readonly onChange: (classId: ClassId) => void
  readonly className?: string | undefined
}

const NO_CLASSES: readonly LabelClass[] = []

/**
 * A class is its swatch and its name; a project without classes says how it gets one. Rendered again only when its own value changes:
 * a list of a hundred classes takes longer than all else that an edit changes on the screen.
 */
export const ClassSelect = memo(function ClassSelect({ value, onChange, className }: ClassSelectProps) {
  const classes = useEditorState((state) => state.classes) ?? NO_CLASSES
  const options = useMemo(
    () => classes.map(({ id, name, color }) => ({ value: id, label: name, mark: <ClassSwatch color={color} /> })),
    [classes],
  )
  return (
    <Select
      label={t('Class')}
      hideLabel
      size="small"
      className={className}
      placeholder={classes.length === 0 ? t('No class yet') : t('Mixed')}
      isDisabled={classes.length === 0}
      options={options}
      value={value ?? null}
      onChange={onChange}
    />
  )
})

/** Gives the selection a class; the same function each time. */
export function useGiveClass(): ClassSelectProps['onChange'] {
  const editor = useEditor()
  return useCallback((id) => giveClass(editor, id), [editor])
}

/** Arms the class of what is drawn next; the same function each time. */
export function useArmClass(): ClassSelectProps['onChange'] {
  const editor = useEditor()
  return useCallback((id) => editor.armClass(id), [editor])
}
