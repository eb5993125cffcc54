import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../lib/i18n'
import { toast } from '../../ui/toast-store'
import { ShellSkeleton } from './shell-skeleton'

/** Navigates away from an organization that the user left or was removed from. */
export function OrganizationUnavailable({ organization }: { readonly organization: string }) {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    toast({ text: t('app:placeLost', { organization }) })
    // Unsaved changes can no longer be saved.
    void navigate({ to: '/', replace: true, ignoreBlocker: true })
  }, [t, navigate, organization])
  return <ShellSkeleton />
}
