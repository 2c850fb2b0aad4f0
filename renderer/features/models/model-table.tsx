import type { ModelView } from '#common/contract/models'
import { Link, playgroundHref } from '#renderer/kit/app/router'
import { StateDot } from '#renderer/kit/display/marks'
import { bytes } from '#renderer/kit/format'
import styles from './models-page.module.css'
import { TASK_NAMES } from './task-words.ts'

export function ModelTable({ models }: { readonly models: readonly ModelView[] }) {
  return (
    <table className={styles.table} aria-label="Models">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What it does</th>
          <th scope="col">Size</th>
          <th scope="col">State</th>
          <th scope="col" />
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ModelLine key={model.manifest.id} model={model} />
        ))}
      </tbody>
    </table>
  )
}

function ModelLine({ model: { manifest, loaded } }: { readonly model: ModelView }) {
  const { id, name, task, files } = manifest
  const size = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  return (
    <tr>
      <td>
        <span className="medium">{name}</span>
        {name !== id && <span className="mono text-3"> {id}</span>}
      </td>
      <td>{TASK_NAMES[task]}</td>
      <td className="num">{bytes(size)}</td>
      <td className="num">
        <StateDot tone={loaded === null ? 'off' : 'ok'} />{' '}
        {loaded === null ? 'On disk' : `Loaded, ${bytes(loaded.memoryBytes)}`}
      </td>
      <td>
        <Link href={playgroundHref({ model: id })}>Try it</Link>
      </td>
    </tr>
  )
}
