/** The logo: a bar and a triangle form a K, and the key for the in point. In text color, never red. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="shrink-0" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--ink)" />
      <path
        d="M9.5 9h3.6v14H9.5zM23 9.6v12.8a.6.6 0 0 1-.97.47l-8.13-6.4a.6.6 0 0 1 0-.94l8.13-6.4a.6.6 0 0 1 .97.47z"
        fill="var(--paper)"
      />
    </svg>
  )
}
