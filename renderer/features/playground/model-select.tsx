import type { ModelView } from '#common/contract/models'
import { TASK_NAMES } from '#renderer/features/models/task-words'
import { Select } from '#renderer/kit/controls/select'

export interface ModelSelectProps {
  readonly models: readonly ModelView[]
  readonly model: string | null
  readonly onChange: (id: string) => void
}

export function ModelSelect({ models, model, onChange }: ModelSelectProps) {
  return (
    <Select
      label="Model"
      labelPlace="left"
      value={model}
      onChange={onChange}
      placeholder="Choose a model"
      options={models.map(({ manifest: { id, name, task } }) => ({
        value: id,
        label: name === id ? `${id} · ${TASK_NAMES[task]}` : `${name} · ${TASK_NAMES[task]}`,
      }))}
    />
  )
}
