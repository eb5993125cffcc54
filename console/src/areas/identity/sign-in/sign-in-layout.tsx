import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { useSignedIn } from '../../../lib/session'
import { LanguageMenu } from '../../../ui/language-menu'
import { Mark } from '../../../ui/mark'
import { ThemeButton } from '../../../ui/theme-button'

const ImpersonationBar = lazy(async () => ({
  default: (await import('../sign-out/impersonation-bar')).ImpersonationBar,
}))
const Artwork = lazy(async () => ({ default: (await import('./artwork/artwork')).Artwork }))

interface SignInLayoutProps {
  readonly title: string
  readonly heading: string
  /** Above the heading: who sent the invitation. */
  readonly above?: ReactNode
  /** Below the heading: an introduction. */
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** The layout of every sign-in screen: the form and, on wide windows, the artwork. */
export function SignInLayout({ title, heading, above, intro, children }: SignInLayoutProps) {
  const t = useText()
  const signedIn = useSignedIn()
  const [wide] = useState(() => matchMedia('(min-width: 1024px)').matches)
  return (
    <div className="flex h-full flex-col bg-paper">
      <title>{`${title} · Kinora`}</title>
      <Suspense>{signedIn && <ImpersonationBar />}</Suspense>
      <div className="grid min-h-0 flex-1 md:grid-cols-[minmax(440px,600px)_1fr]">
        <div className="flex min-h-full flex-col overflow-y-auto px-10 pt-7 pb-6 max-sm:px-4 max-sm:pt-4">
          <header className="flex items-center gap-2.5">
            <Mark size={30} />
            <span className="text-16 font-head">Kinora</span>
            <span className="ms-auto" />
            <LanguageMenu />
            <ThemeButton />
          </header>
          <main className="mx-auto flex w-full flex-1 sm:max-w-[352px] flex-col justify-center py-10">
            {above !== undefined && <div className="mb-6">{above}</div>}
            <h1 className="text-32 font-head text-balance wrap-anywhere whitespace-pre-line">{heading}</h1>
            {intro !== undefined && <div className="mt-3 text-14 text-pretty text-ink-2">{intro}</div>}
            <div className={intro === undefined ? 'mt-8' : 'mt-6'}>{children}</div>
          </main>
          <footer className="flex gap-4 text-12 text-ink-3">
            <span>{t('identity:entrance.ownServers')}</span>
            <a href="/docs" className="ms-auto rounded-1 hover:text-ink hover:underline">
              {t('identity:entrance.docs')}
            </a>
          </footer>
        </div>
        <div className="bg-[oklch(0.1_0.006_264)] max-md:hidden">
          <Suspense>{wide && <Artwork />}</Suspense>
        </div>
      </div>
    </div>
  )
}
