import { useState } from 'react'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Select } from '#renderer/ui/controls/select'
import { RangeSlider, Slider } from '#renderer/ui/controls/slider'
import { Switch } from '#renderer/ui/controls/switch'
import { TextArea } from '#renderer/ui/controls/text-area'
import { SearchField, TextField } from '#renderer/ui/controls/text-field'

const SPLITS = [
  { value: 'train', label: 'Train' },
  { value: 'valid', label: 'Valid' },
  { value: 'test', label: 'Test', about: 'Never trained with' },
] as const

/** Controls that take a value: with one, without one, and at fault. */
export function Fields() {
  const [split, setSplit] = useState<string | null>('train')
  const [count, setCount] = useState(3)
  const [share, setShare] = useState(40)
  const [range, setRange] = useState<readonly [number, number]>([20, 80])
  return (
    <>
      <TextField label="Name" placeholder="Harbour" />
      <TextField label="Name, at fault" defaultValue="Harbour" error="A project has this name. Choose another one." />
      <SearchField label="Search" hideLabel placeholder="Search" />
      <TextArea label="Instructions" rows={3} />
      <NumberField label="Copies" value={count} onChange={setCount} minValue={1} maxValue={10} />
      <Select label="Split" options={SPLITS} value={split} onChange={setSplit} />
      <Select label="Split, off" options={SPLITS} value={null} onChange={setSplit} isDisabled placeholder="None" />
      <Segmented label="Split" options={SPLITS} value={split ?? 'train'} onChange={setSplit} />
      <Checkbox defaultSelected>On</Checkbox>
      <Checkbox isIndeterminate>Some</Checkbox>
      <Checkbox isDisabled>Off for now</Checkbox>
      <Switch defaultSelected>Labels</Switch>
      <Slider label="Threshold" min={0} max={100} value={share} onChange={setShare} valueText={`${share} %`} />
      <RangeSlider label="Scores" min={0} max={100} value={range} onChange={setRange} />
    </>
  )
}
