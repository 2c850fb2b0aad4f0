import type { ModelView } from '#common/contract/models/models'
import { Select } from '#renderer/ui/controls/select'
import { doesWhat } from '#renderer/ui/display/model-tasks'
import { t } from '#renderer/words/words'

export interface ModelSelectProps {
  readonly models: readonly ModelView[]
  readonly model: string | null
  readonly onChange: (id: string) => void
}

export function ModelSelect({ models, model, onChange }: ModelSelectProps) {
  return (
    <Select
      label={t('Model')}
      labelPlace="left"
      value={model}
      onChange={onChange}
      placeholder={t('Choose a model')}
      options={models.map(({ manifest }) => ({
        value: manifest.id,
        label: `${manifest.name} · ${doesWhat(manifest)}`,
      }))}
    />
  )
}
