import type { Language } from '@kinora/contract'

/** What a mail says; `{name}` stands for a value. */
export interface LetterTexts {
  readonly subject: string
  readonly lines: readonly string[]
  readonly button?: string
  readonly footer: string
}

interface Letters {
  readonly invitation: LetterTexts
}

/** Every mail in every language. */
export const letterTexts: Readonly<Record<Language, Letters>> = {
  en: {
    invitation: {
      subject: '{invitedBy} invites you to {organization}',
      lines: ['{invitedBy} invites you to work with {organization} on Kinora.'],
      button: 'Accept the invitation',
      footer: 'The link can be used once, until {until}. If you did not expect it, leave this mail alone.',
    },
  },
  hi: {
    invitation: {
      subject: '{invitedBy} ने आपको {organization} में आमंत्रित किया है',
      lines: ['{invitedBy} ने आपको Kinora पर {organization} के साथ काम करने के लिए आमंत्रित किया है।'],
      button: 'निमंत्रण स्वीकार करें',
      footer:
        'यह लिंक {until} तक, केवल एक बार इस्तेमाल किया जा सकता है। अगर आपको इसकी उम्मीद नहीं थी, तो इस मेल को अनदेखा कर दें।',
    },
  },
  ar: {
    invitation: {
      subject: '{invitedBy} يدعوك إلى {organization}',
      lines: ['يدعوك {invitedBy} إلى العمل مع {organization} على Kinora.'],
      button: 'قبول الدعوة',
      footer: 'يُستخدم الرابط مرة واحدة، حتى {until}. إن لم تكن تتوقع هذه الرسالة فتجاهلها.',
    },
  },
  te: {
    invitation: {
      subject: '{invitedBy} మిమ్మల్ని {organization}కు ఆహ్వానిస్తున్నారు',
      lines: ['Kinoraలో {organization}తో కలిసి పనిచేయడానికి {invitedBy} మిమ్మల్ని ఆహ్వానిస్తున్నారు.'],
      button: 'ఆహ్వానాన్ని అంగీకరించండి',
      footer: 'ఈ లింక్‌ను {until} వరకు, ఒకసారి మాత్రమే వాడవచ్చు. మీరు దీన్ని ఊహించకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి.',
    },
  },
}
