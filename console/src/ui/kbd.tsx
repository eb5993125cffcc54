import type { ReactNode } from 'react'

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd
      dir="ltr"
      className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-[4px] border border-rule-2 bg-panel px-1 font-sans text-11 leading-none text-ink-2"
    >
      {children}
    </kbd>
  )
}
