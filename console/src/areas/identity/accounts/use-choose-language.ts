import { useQuery } from '@tanstack/react-query'
import { setLanguage } from '../../../lib/i18n'
import type { Language } from '../../../lib/languages'
import { useSignedIn } from '../../../lib/session'
import { meQuery } from '../queries'
import { useUpdateUser } from './queries'

/**
 * Changes the language of the console and saves it to the user's account. An impersonator does not change the account.
 */
export function useChooseLanguage(): (language: Language) => void {
  const signedIn = useSignedIn()
  const { data: me } = useQuery({ ...meQuery, enabled: signedIn })
  const { mutate } = useUpdateUser()
  return (language) => {
    void setLanguage(language)
    if (!me || me.impersonation !== null || me.language === language) return
    mutate({ language })
  }
}
