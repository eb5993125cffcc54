import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RequestReset } from './request-reset'
import { resetAddress } from './reset-address'
import { SetPassword } from './set-password'

const route = getRouteApi('/reset')

/** Resets a password: asks for the address, then for the code from the email. */
export function ResetScreen() {
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const { email: known } = useLocation().state
  const asked = resetAddress()
  const isSecond = step === 'code' && asked !== null
  useEffect(() => {
    if (step === 'code' && asked === null) void navigate({ search: ({ back }) => ({ back }), replace: true })
  }, [step, asked, navigate])

  if (isSecond) return <SetPassword email={asked} />
  return <RequestReset known={known ?? asked ?? ''} />
}
