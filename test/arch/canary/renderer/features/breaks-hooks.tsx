import { useEffect, useState } from 'react'

export function Broken({ name, onShow }: { readonly name: string; readonly onShow: (name: string) => void }) {
  useEffect(() => onShow(name), [name])
  if (name === '') return null
  const [count] = useState(0)
  return <b>{count}</b>
}
