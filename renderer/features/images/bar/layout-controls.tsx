import { Columns3, Grid3x3, Images, Rows3, VectorSquare } from 'lucide-react'
import type { ImageLayout } from '#common/contract/browse/saved-views'
import { useAbility } from '#renderer/data/use-ability'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Segmented, type SegmentOption } from '#renderer/ui/controls/segmented'
import { Slider } from '#renderer/ui/controls/slider'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import { chooseColumns, setTileWidth, showLabels, TILE, useView } from '../entrance/view.ts'
import { flip } from '../filter.ts'
import { COLUMN_NAMES, COLUMNS } from '../table/columns.ts'
import styles from './bar.module.css'

export interface LayoutControlsProps {
  readonly layout: ImageLayout
  readonly onLayout: (layout: ImageLayout) => void
}

const GRID: SegmentOption<ImageLayout> = { value: 'grid', label: t('Grid'), icon: <Grid3x3 /> }
const ROWS: SegmentOption<ImageLayout> = { value: 'rows', label: t('Rows'), icon: <Rows3 /> }
const SIMILAR: SegmentOption<ImageLayout> = { value: 'similar', label: t('Similar images'), icon: <Images /> }

/** How the images are laid out, and what there is to set about that. */
export function LayoutControls({ layout, onLayout }: LayoutControlsProps) {
  const { tile, showsLabels } = useView()
  const can = useAbility()
  const options = [GRID, ...(can('table') ? [ROWS] : []), ...(can('find-alike') ? [SIMILAR] : [])]
  return (
    <>
      {layout === 'rows' ? (
        <ColumnChoice />
      ) : (
        <>
          <IconButton
            icon={VectorSquare}
            label={t('Show annotations on all images')}
            isOn={showsLabels}
            onPress={() => showLabels(!showsLabels)}
          />
          <Slider
            label={t('Image size')}
            hideLabel
            className={styles.size}
            min={TILE.least}
            max={TILE.most}
            step={8}
            value={tile}
            onChange={setTileWidth}
          />
        </>
      )}
      {options.length > 1 && <Segmented label={t('Layout')} options={options} value={layout} onChange={onLayout} />}
    </>
  )
}

function ColumnChoice() {
  const { columns } = useView()
  return (
    <Popover label={t('Columns')} placement="bottom end" trigger={<IconButton icon={Columns3} label={t('Columns')} />}>
      <div className={styles.columns}>
        {COLUMN_NAMES.map((name) => (
          <Checkbox
            key={name}
            isSelected={columns.includes(name)}
            onChange={() => chooseColumns(new Set(flip(columns, name)))}
          >
            {COLUMNS[name].head}
          </Checkbox>
        ))}
      </div>
    </Popover>
  )
}
