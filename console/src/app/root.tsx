import { Outlet, useRouter } from '@tanstack/react-router'
import { useLanguage } from '../lib/i18n'
import { languages } from '../lib/languages'
import { I18nProvider, RouterProvider } from '../ui/providers'
import { Toasts } from '../ui/toasts'

/** Wraps every screen. */
export function Root() {
  const router = useRouter()
  const language = useLanguage()
  return (
    <I18nProvider locale={languages[language].tag}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>
        <Outlet />
        <Toasts />
      </RouterProvider>
    </I18nProvider>
  )
}
