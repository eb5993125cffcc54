/** The logo of Vimeo, which the icons of the console do not have. */
export function VimeoLogo({ size, className }: { readonly size: number; readonly className: string }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" className={className} aria-hidden>
      <path d="M23.98 6.42c-.11 2.34-1.74 5.54-4.9 9.6-3.26 4.25-6.02 6.38-8.29 6.38-1.4 0-2.58-1.3-3.55-3.88L5.32 11.4C4.6 8.82 3.84 7.53 3.01 7.53c-.18 0-.8.38-1.88 1.13L0 7.2c1.18-1.04 2.35-2.08 3.5-3.13C5.08 2.7 6.27 1.98 7.06 1.91c1.86-.18 3.01 1.1 3.44 3.84.47 2.95.79 4.79.97 5.5.54 2.46 1.13 3.68 1.78 3.68.5 0 1.26-.8 2.26-2.39 1-1.58 1.54-2.79 1.61-3.62.15-1.37-.39-2.07-1.61-2.07-.57 0-1.17.13-1.78.4 1.19-3.87 3.44-5.76 6.76-5.64 2.48.06 3.63 1.67 3.5 4.8z" />
    </svg>
  )
}
