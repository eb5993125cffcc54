import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../lib/i18n'
import { toast } from '../../ui/toast-store'
import { ShellSkeleton } from './shell-skeleton'

/** Leads out of an organisation that one has left or was taken out of while its screen was open. */
export function PlaceLost({ organization }: { readonly organization: string }) {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    toast({ text: t('app:placeLost', { organization }) })
    // Nothing that was typed there can be saved any more.
    void navigate({ to: '/', replace: true, ignoreBlocker: true })
  }, [t, navigate, organization])
  return <ShellSkeleton />
}
