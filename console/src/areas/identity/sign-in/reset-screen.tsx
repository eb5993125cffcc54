import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RequestReset } from './request-reset'
import { resetEmail } from './reset-email'
import { SetPassword } from './set-password'

const route = getRouteApi('/reset')

/** Resets a password: asks for the address, then for the code from the email. */
export function ResetScreen() {
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const { email: known } = useLocation().state
  const storedEmail = resetEmail()
  const isSecond = step === 'code' && storedEmail !== null
  useEffect(() => {
    if (step === 'code' && storedEmail === null)
      void navigate({ search: ({ back }) => ({ back }), replace: true })
  }, [step, storedEmail, navigate])

  if (isSecond) return <SetPassword email={storedEmail} />
  return <RequestReset known={known ?? storedEmail ?? ''} />
}
