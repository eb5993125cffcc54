import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { fragmentAt } from '../areas/identity/sign-in/fragment'
import { keepGoogleAnswer } from '../areas/identity/sign-in/google-answer'
import { GoogleScreen } from '../areas/identity/sign-in/google-screen'
import { googlePath, readAnswer, readVisit } from '../areas/identity/sign-in/google-sign-in'
import { takeStored } from '../lib/browser/storage'

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
