import { type ReactNode, useState } from 'react'
import { useConnection } from '#renderer/data/use-connection'
import { cx } from '../cx.ts'
import styles from './image.module.css'

export interface ImageProps {
  readonly url: string
  /** Average color, shown until the pixels have loaded. */
  readonly color?: string | undefined
  readonly alt?: string | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  readonly className?: string | undefined
  /** Layers over the pixels, such as outlines or a mark. */
  readonly children?: ReactNode
}

/**
 * Shows a loaded image through an attribute, because a React update for each image would slow down scrolling. Clears
 * the source of an image that left the page before it loaded, which would be fetched all the same.
 */
function showWhenThere(image: HTMLImageElement) {
  const show = () => image.setAttribute('data-there', '')
  if (image.complete && image.naturalWidth > 0) show()
  else image.addEventListener('load', show, { once: true })
  return () => {
    if (!image.complete) image.src = ''
  }
}

/** A tile in the image's average color, then the image, without a shimmer. The class name sets its size. */
export function Image({ url, color, alt = '', fit = 'cover', className, children }: ImageProps) {
  const [failedAt, setFailedAt] = useState<number>()
  const { epoch } = useConnection()
  // A failed image is requested again when the core is back.
  const attempt = failedAt === undefined || failedAt === epoch ? 0 : epoch
  return (
    <div
      className={cx(styles.image, fit === 'contain' && styles.contain, className)}
      {...(color !== undefined && { style: { backgroundColor: color } })}
    >
      <img
        key={`${attempt} ${url}`}
        ref={showWhenThere}
        src={url}
        alt={alt}
        draggable={false}
        decoding="async"
        onError={() => setFailedAt(epoch)}
      />
      {children}
    </div>
  )
}
