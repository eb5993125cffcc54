import { createOrganizationBody } from '@kinora/contract/identity/organizations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { SentenceWithNames } from '../../../ui/sentence-with-names'
import { TextField } from '../../../ui/text-field'
import { TextLink } from '../../../ui/text-link'
import { FormProblem } from '../form-problem'
import { meQuery, useCreateOrganization } from '../queries'
import { SignInLayout } from '../sign-in/sign-in-layout'

const LogOutDialog = lazy(async () => ({
  default: (await import('../sign-out/log-out-dialog')).LogOutDialog,
}))

export function WelcomeScreen() {
  const t = useText()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const create = useCreateOrganization()
  const [leaving, setLeaving] = useState(false)
  const form = useSchemaForm(createOrganizationBody, { name: '' })
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: () => void navigate({ to: '/', replace: true }),
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name'])) create.reset()
      },
    }),
  )
  return (
    <SignInLayout
      title={t('identity:welcome.title')}
      heading={t('identity:welcome.heading', { name: me.firstName })}
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'name')}
          large
          autoFocus
          autoComplete="organization"
          label={t('identity:welcome.name')}
          help={t('identity:welcome.help')}
        />
        <FormProblem error={create.error} />
        <Button type="submit" variant="primary" size="large" busy={create.isPending} className="mt-1">
          {t('identity:welcome.submit')}
        </Button>
      </form>
      <div className="mt-6 text-13 text-ink-2">
        <p>
          <SentenceWithNames
            sentence={t('identity:account.signedInAs', { email: me.email })}
            names={[me.email]}
          />
        </p>
        <p className="mt-1 flex items-center gap-4">
          <TextLink to="/account">{t('identity:account.title')}</TextLink>
          <Button variant="link" size="small" onPress={() => setLeaving(true)}>
            {me.impersonation === null
              ? t('identity:account.logOut')
              : t('identity:impersonation.stopActing')}
          </Button>
        </p>
      </div>
      <Suspense>{leaving && <LogOutDialog onClose={() => setLeaving(false)} />}</Suspense>
    </SignInLayout>
  )
}
