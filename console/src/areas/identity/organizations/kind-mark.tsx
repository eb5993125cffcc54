import type { EnvironmentType } from '@kinora/contract'

interface KindMarkProps {
  readonly kind: EnvironmentType
  readonly size?: number
}

/** Kinds by shape, never by color: filled (production), half (staging), ring (QA), dashed ring (development). */
export function KindMark({ kind, size = 16 }: KindMarkProps) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className="shrink-0 text-ink-2" aria-hidden>
      {kind === 'production' && <circle cx="8" cy="8" r="6.5" fill="currentColor" />}
      {kind !== 'production' && (
        <circle
          cx="8"
          cy="8"
          r="5.75"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray={kind === 'development' ? '3.6 2.42' : undefined}
        />
      )}
      {kind === 'staging' && <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />}
    </svg>
  )
}
