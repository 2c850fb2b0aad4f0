import { rem } from '../app/ui-scale.ts'

/** The Tessera logo: three placed tiles and a gold one to come. */
export function Mark({ size = 18 }: { readonly size?: number | undefined }) {
  return (
    <svg
      viewBox="0 0 18 18"
      aria-hidden
      style={{ display: 'block', flex: 'none', width: rem(size), height: rem(size) }}
    >
      <rect x="1" y="1" width="7" height="7" rx="1.6" fill="var(--accent)" />
      <rect x="10" y="1" width="7" height="7" rx="1.6" fill="var(--accent)" opacity=".55" />
      <rect x="1" y="10" width="7" height="7" rx="1.6" fill="var(--accent)" opacity=".8" />
      <rect x="10.4" y="10.4" width="6.4" height="6.4" rx="1.5" fill="#DDA531" transform="rotate(14 13.6 13.6)" />
    </svg>
  )
}
