import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { LanguageMenu } from '../../../ui/language-menu'
import { Mark } from '../../../ui/mark'
import { ThemeButton } from '../../../ui/theme-button'

const Wall = lazy(async () => ({ default: (await import('./wall/wall')).Wall }))

interface EntranceProps {
  readonly title: string
  readonly heading: string
  readonly children: ReactNode
}

/** The frame of sign-in, sign-up and welcome: the form, and on a wide window the wall of monitors beside it. */
export function Entrance({ title, heading, children }: EntranceProps) {
  const t = useText()
  const [wide] = useState(() => matchMedia('(min-width: 1024px)').matches)
  return (
    <div className="grid h-full bg-paper md:grid-cols-[minmax(440px,600px)_1fr]">
      <title>{`${title} · Kinora`}</title>
      <div className="flex min-h-full flex-col overflow-y-auto px-10 pt-7 pb-6 max-sm:px-4 max-sm:pt-4">
        <header className="flex items-center gap-2.5">
          <Mark size={30} />
          <span className="text-16 font-head">Kinora</span>
          <span className="ms-auto" />
          <LanguageMenu />
          <ThemeButton />
        </header>
        <main className="mx-auto flex w-full flex-1 sm:max-w-[352px] flex-col justify-center py-10">
          <h1 className="mb-8 text-32 font-head text-balance whitespace-pre-line">{heading}</h1>
          {children}
        </main>
        <footer className="flex gap-4 text-12 text-ink-3">
          <span>{t('identity:entrance.ownServers')}</span>
          <a href="/docs" className="ms-auto rounded-1 hover:text-ink hover:underline">
            {t('identity:entrance.docs')}
          </a>
        </footer>
      </div>
      <div className="bg-[oklch(0.1_0.006_264)] max-md:hidden">
        <Suspense>{wide && <Wall />}</Suspense>
      </div>
    </div>
  )
}
