import { typed } from '@kinora/contract/identity/people'
import { getRouteApi } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { TextLink } from '../../../ui/text-link'
import { FormProblem } from '../form-problem'
import { useRequestReset } from './queries'
import { storeResetEmail } from './reset-email'
import { recordCodeSent } from './sent-codes'
import { SignInLayout } from './sign-in-layout'

const route = getRouteApi('/reset')
const body = z.object({ email: typed })

export function RequestReset({ known }: { readonly known: string }) {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  const request = useRequestReset()
  const form = useSchemaForm(body, { email: known })
  const send = form.handleSubmit(({ email }) =>
    request.mutate(email, {
      onSuccess: () => {
        storeResetEmail(email)
        recordCodeSent('reset', email)
        void navigate({ search: (old) => ({ ...old, step: 'code' }) })
      },
    }),
  )
  return (
    <SignInLayout
      title={t('identity:reset.title')}
      heading={t('identity:reset.heading')}
      intro={t('identity:reset.intro')}
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'email')}
          large
          ltr
          autoFocus
          type="email"
          autoComplete="username"
          label={t('identity:fields.email')}
        />
        <FormProblem error={request.error} />
        <Button type="submit" variant="primary" size="large" busy={request.isPending} className="mt-1">
          {t('identity:reset.request')}
        </Button>
      </form>
      <p className="mt-6 text-13">
        <TextLink to="/signin" search={{ back }}>
          {t('identity:signIn.backToSignIn')}
        </TextLink>
      </p>
    </SignInLayout>
  )
}
