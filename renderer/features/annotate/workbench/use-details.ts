import { skipToken, useQuery } from '@tanstack/react-query'
import { keys } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useBench, useWorkbench } from './session.tsx'

/** The image on screen: name, size, split, batch. */
export function useDetails() {
  const { project } = useWorkbench()
  const image = useBench((bench) => bench.image)
  return useQuery({
    queryKey: [...keys.images(project), 'details', image],
    queryFn: image === undefined ? skipToken : ({ signal }) => studio.images.read({ project, image }, { signal }),
  })
}
