import { type ReactNode, useState } from 'react'
import { useConnection } from '#renderer/data/use-connection'
import { cx } from '../cx.ts'
import styles from './image.module.css'

export interface ImageProps {
  readonly url: string
  /** Average colour, shown until the pixels are there. */
  readonly color?: string | undefined
  readonly alt?: string | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  readonly className?: string | undefined
  /** Layers over the pixels, such as outlines or a mark. */
  readonly children?: ReactNode
}

/**
 * Shows the image when it has come, by an attribute: who scrolls through images would have React draw a tile anew for each. What is
 * scrolled past before it came is not fetched any more: an image that has left the page would still be.
 */
function showWhenThere(image: HTMLImageElement) {
  const show = () => image.setAttribute('data-there', '')
  if (image.complete && image.naturalWidth > 0) show()
  else image.addEventListener('load', show, { once: true })
  return () => {
    if (!image.complete) image.src = ''
  }
}

/** A flat tile in the image's average colour, then the image; never a shimmer. Its size comes from the class name. */
export function Image({ url, color, alt = '', fit = 'cover', className, children }: ImageProps) {
  const [failedAt, setFailedAt] = useState<number>()
  const { epoch } = useConnection()
  // An image that did not come is asked for again when the core is back.
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
