import type { KeyFolder } from '#common/contract/workspace/keys'
import type { FolderId } from '#common/ids'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { Select } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'
import styles from './api-keys.module.css'

export interface FolderChoiceProps {
  readonly folders: readonly KeyFolder[]
  /** The chosen folders; undefined: the whole workspace. */
  readonly chosen: readonly FolderId[] | undefined
  readonly onChoose: (chosen: readonly FolderId[] | undefined) => void
}

const REACHES = [
  { value: 'all', label: t('The whole workspace') },
  { value: 'some', label: t('Only some folders') },
] as const

/** Where a key reaches; without folders there is nothing to choose. */
export function FolderChoice({ folders, chosen, onChoose }: FolderChoiceProps) {
  if (folders.length === 0) return null
  const flip = (id: FolderId, isOn: boolean) => {
    const others = chosen?.filter((each) => each !== id) ?? []
    onChoose(isOn ? [...others, id] : others)
  }
  return (
    <>
      <Select
        label={t('Access')}
        options={REACHES}
        value={chosen === undefined ? 'all' : 'some'}
        onChange={(reach) => onChoose(reach === 'all' ? undefined : [])}
      />
      {chosen !== undefined && (
        <fieldset className={styles.folders}>
          <legend className={styles.legend}>{t('Folders, with the folders in them')}</legend>
          {folders.map(({ id, name }) => (
            <Checkbox key={id} isSelected={chosen.includes(id)} onChange={(isOn) => flip(id, isOn)}>
              <span className="truncate" title={name}>
                {name}
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  )
}
