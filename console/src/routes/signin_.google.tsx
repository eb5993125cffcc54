import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { fragmentAt } from '../areas/identity/fragment'
import { keepGoogleAnswer } from '../areas/identity/google-answer'
import { googlePath, readAnswer, readVisit } from '../areas/identity/google-sign-in'
import { GoogleScreen } from '../areas/identity/screens/google'
import { takeStored } from '../lib/storage'

export const Route = createFileRoute('/signin_/google')({
  beforeLoad: () => {
    const fragment = fragmentAt(googlePath)
    if (fragment) {
      keepGoogleAnswer(readAnswer(fragment, readVisit(takeStored('tab', 'google'))))
      throw redirect({ to: googlePath, replace: true })
    }
    requireNobody({ search: {} })
  },
  component: GoogleScreen,
})
