import { ArrowLeftRight } from 'lucide-react'
import type { VersionSummary } from '#common/contract/versions'
import { setParams } from '#renderer/ui/app/router'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Select } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'
import type { Choice } from './choice.ts'
import styles from './diff-page.module.css'

interface VersionPickersProps {
  readonly versions: readonly VersionSummary[]
  readonly choice: Choice
}

/** Which version is compared with which; the address keeps it. */
export function VersionPickers({ versions, choice: { from, to } }: VersionPickersProps) {
  const options = versions.map(({ number, name }) => ({
    value: String(number),
    label: [t('Version {{number}}', { number }), ...(name === '' ? [] : [name])].join(', '),
  }))
  return (
    <div className={styles.pickers} role="group" aria-label={t('Versions to compare')}>
      <Select
        label={t('Earlier version')}
        hideLabel
        options={options}
        value={String(from)}
        onChange={(number) => setParams({ from: number, show: undefined })}
        className={styles.picker}
      />
      <IconButton
        icon={ArrowLeftRight}
        label={t('Swap the versions')}
        onPress={() => setParams({ from: to, to: from, show: undefined })}
      />
      <Select
        label={t('Later version')}
        hideLabel
        options={options}
        value={String(to)}
        onChange={(number) => setParams({ to: number, show: undefined })}
        className={styles.picker}
      />
    </div>
  )
}
