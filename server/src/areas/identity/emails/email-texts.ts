import type { Language } from '@kinora/contract'

/** The texts of an email. `{name}` is a placeholder for a value. */
export interface EmailTexts {
  readonly subject: string
  readonly lines: readonly string[]
  readonly button?: string
  readonly footer: string
}

interface EmailKinds {
  readonly invitation: EmailTexts
  readonly 'verify-email': EmailTexts
  readonly 'reset-password': EmailTexts
  readonly 'sign-up': EmailTexts
  readonly 'webhook-failing': EmailTexts
  readonly 'webhook-gone': EmailTexts
}

/** All emails in all languages. */
export const emailTexts: Readonly<Record<Language, EmailKinds>> = {
  en: {
    'webhook-failing': {
      subject: 'Kinora has disabled a webhook',
      lines: [
        'Kinora no longer sends events to {url}: for five days nothing there accepted one.',
        'Enable it again in Settings once it answers; what was not delivered can be sent again from there.',
      ],
      footer: 'You get this mail because you made the webhook.',
    },
    'webhook-gone': {
      subject: 'Kinora has disabled a webhook',
      lines: ['Kinora no longer sends events to {url}: it answered 410 (Gone).'],
      footer: 'You get this mail because you made the webhook.',
    },
    'verify-email': {
      subject: 'Confirm your email address',
      lines: ['Enter these digits in Kinora to confirm that this address is yours:'],
      footer:
        'They are good for ten minutes. If you did not ask for them, leave this mail alone: nothing has changed.',
    },
    'reset-password': {
      subject: 'Set a new password',
      lines: ['Enter these digits in Kinora to set a new password:'],
      footer:
        'They are good for ten minutes. If you did not ask for them, leave this mail alone: nothing has changed.',
    },
    'sign-up': {
      subject: 'Somebody tried to sign up with your address',
      lines: [
        'Somebody tried to create a Kinora account with this address. You already have one: sign in, or reset your password if you have forgotten it.',
      ],
      button: 'Sign in',
      footer: 'If it was not you, leave this mail alone: nothing has changed.',
    },
    invitation: {
      subject: '{invitedBy} invites you to {organization}',
      lines: ['{invitedBy} invites you to work with {organization} on Kinora.'],
      button: 'Accept the invitation',
      footer: 'The link can be used once, until {until}. If you did not expect it, leave this mail alone.',
    },
  },
  hi: {
    'webhook-failing': {
      subject: 'Kinora ने एक वेबहुक बंद कर दिया है',
      lines: [
        'Kinora अब {url} पर इवेंट नहीं भेजता: पाँच दिन तक वहाँ किसी ने स्वीकार नहीं किया।',
        'जब वह उत्तर दे, तो सेटिंग्स में उसे फिर चालू करें; जो नहीं पहुँचा, वहीं से फिर भेजा जा सकता है।',
      ],
      footer: 'यह मेल आपको इसलिए मिला है क्योंकि यह वेबहुक आपने बनाया था।',
    },
    'webhook-gone': {
      subject: 'Kinora ने एक वेबहुक बंद कर दिया है',
      lines: ['Kinora अब {url} पर इवेंट नहीं भेजता: उसने 410 उत्तर दिया, यानी वह हमेशा के लिए हट गया है।'],
      footer: 'यह मेल आपको इसलिए मिला है क्योंकि यह वेबहुक आपने बनाया था।',
    },
    'verify-email': {
      subject: 'अपने ईमेल पते की पुष्टि करें',
      lines: ['यह पता आपका है, इसकी पुष्टि के लिए ये अंक Kinora में लिखें:'],
      footer: 'ये दस मिनट तक मान्य हैं। अगर आपने इन्हें नहीं माँगा, तो इस मेल को अनदेखा कर दें: कुछ भी नहीं बदला है।',
    },
    'reset-password': {
      subject: 'नया पासवर्ड बनाएँ',
      lines: ['नया पासवर्ड बनाने के लिए ये अंक Kinora में लिखें:'],
      footer: 'ये दस मिनट तक मान्य हैं। अगर आपने इन्हें नहीं माँगा, तो इस मेल को अनदेखा कर दें: कुछ भी नहीं बदला है।',
    },
    'sign-up': {
      subject: 'किसी ने आपके पते से साइन अप करने की कोशिश की',
      lines: [
        'किसी ने इस पते से Kinora खाता बनाने की कोशिश की। आपका खाता पहले से है: साइन इन करें, या पासवर्ड भूल गए हों तो उसे रीसेट करें।',
      ],
      button: 'साइन इन करें',
      footer: 'अगर यह आपने नहीं किया, तो इस मेल को अनदेखा कर दें: कुछ नहीं बदला है।',
    },
    invitation: {
      subject: '{invitedBy} ने आपको {organization} में आमंत्रित किया है',
      lines: ['{invitedBy} ने आपको Kinora पर {organization} के साथ काम करने के लिए आमंत्रित किया है।'],
      button: 'निमंत्रण स्वीकार करें',
      footer:
        'यह लिंक {until} तक, केवल एक बार इस्तेमाल किया जा सकता है। अगर आपको इसकी उम्मीद नहीं थी, तो इस मेल को अनदेखा कर दें।',
    },
  },
  ar: {
    'webhook-failing': {
      subject: 'عطّلت Kinora خطاف ويب',
      lines: [
        'لم تعد Kinora ترسل الأحداث إلى {url}: لم يُقبل أي منها هناك طوال خمسة أيام.',
        'فعّله مجددًا من الإعدادات عندما يستجيب، ويمكن من هناك إعادة إرسال ما لم يصل.',
      ],
      footer: 'تصلك هذه الرسالة لأنك أنشأت خطاف الويب.',
    },
    'webhook-gone': {
      subject: 'عطّلت Kinora خطاف ويب',
      lines: ['لم تعد Kinora ترسل الأحداث إلى {url}: أجاب بالرمز 410، أي أنه أزيل نهائيًا.'],
      footer: 'تصلك هذه الرسالة لأنك أنشأت خطاف الويب.',
    },
    'verify-email': {
      subject: 'أكّد بريدك الإلكتروني',
      lines: ['أدخل هذه الأرقام في Kinora لتأكيد أن هذا العنوان لك:'],
      footer: 'تصلح الأرقام لعشر دقائق. إن لم تطلبها فتجاهل هذه الرسالة، فلم يتغيّر شيء.',
    },
    'reset-password': {
      subject: 'عيّن كلمة مرور جديدة',
      lines: ['أدخل هذه الأرقام في Kinora لتعيين كلمة مرور جديدة:'],
      footer: 'تصلح الأرقام لعشر دقائق. إن لم تطلبها فتجاهل هذه الرسالة، فلم يتغيّر شيء.',
    },
    'sign-up': {
      subject: 'حاول شخص ما إنشاء حساب بعنوانك',
      lines: [
        'حاول شخص ما إنشاء حساب Kinora بهذا العنوان. لديك حساب بالفعل: سجّل الدخول، أو أعد تعيين كلمة المرور إن نسيتها.',
      ],
      button: 'تسجيل الدخول',
      footer: 'إن لم تكن أنت فتجاهل هذه الرسالة، فلم يتغيّر شيء.',
    },
    invitation: {
      subject: '{invitedBy} يدعوك إلى {organization}',
      lines: ['يدعوك {invitedBy} إلى العمل مع {organization} على Kinora.'],
      button: 'قبول الدعوة',
      footer: 'يُستخدم الرابط مرة واحدة، حتى {until}. إن لم تكن تتوقع هذه الرسالة فتجاهلها.',
    },
  },
  te: {
    'webhook-failing': {
      subject: 'Kinora ఒక వెబ్‌హుక్‌ను నిలిపివేసింది',
      lines: [
        'Kinora ఇకపై {url}కు ఈవెంట్\u200cలను పంపదు: ఐదు రోజులుగా అక్కడ ఏదీ స్వీకరించబడలేదు.',
        'అది స్పందించినప్పుడు సెట్టింగ్\u200cలలో మళ్లీ ఆన్ చేయండి; చేరనివి అక్కడి నుండే మళ్లీ పంపవచ్చు.',
      ],
      footer: 'ఈ వెబ్‌హుక్‌ను మీరు సృష్టించినందున ఈ మెయిల్ వచ్చింది.',
    },
    'webhook-gone': {
      subject: 'Kinora ఒక వెబ్‌హుక్‌ను నిలిపివేసింది',
      lines: ['Kinora ఇకపై {url}కు ఈవెంట్\u200cలను పంపదు: అది 410 అని సమాధానమిచ్చింది, అంటే శాశ్వతంగా తొలగించబడింది.'],
      footer: 'ఈ వెబ్‌హుక్‌ను మీరు సృష్టించినందున ఈ మెయిల్ వచ్చింది.',
    },
    'verify-email': {
      subject: 'మీ ఇమెయిల్ చిరునామాను నిర్ధారించండి',
      lines: ['ఈ చిరునామా మీదేనని నిర్ధారించడానికి ఈ అంకెలను Kinoraలో ఇవ్వండి:'],
      footer: 'ఇవి పది నిమిషాలు చెల్లుతాయి. మీరు వీటిని అడగకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి: ఏమీ మారలేదు.',
    },
    'reset-password': {
      subject: 'కొత్త పాస్‌వర్డ్ పెట్టండి',
      lines: ['కొత్త పాస్‌వర్డ్ పెట్టడానికి ఈ అంకెలను Kinoraలో ఇవ్వండి:'],
      footer: 'ఇవి పది నిమిషాలు చెల్లుతాయి. మీరు వీటిని అడగకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి: ఏమీ మారలేదు.',
    },
    'sign-up': {
      subject: 'ఎవరో మీ చిరునామాతో సైన్ అప్ చేయడానికి ప్రయత్నించారు',
      lines: [
        'ఎవరో ఈ చిరునామాతో Kinora ఖాతా తెరవడానికి ప్రయత్నించారు. మీకు ఇప్పటికే ఖాతా ఉంది: సైన్ ఇన్ చేయండి, లేదా పాస్‌వర్డ్ మర్చిపోతే రీసెట్ చేయండి.',
      ],
      button: 'సైన్ ఇన్ చేయండి',
      footer: 'ఇది మీరు కాకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి: ఏమీ మారలేదు.',
    },
    invitation: {
      subject: '{invitedBy} మిమ్మల్ని {organization}కు ఆహ్వానిస్తున్నారు',
      lines: ['Kinoraలో {organization}తో కలిసి పనిచేయడానికి {invitedBy} మిమ్మల్ని ఆహ్వానిస్తున్నారు.'],
      button: 'ఆహ్వానాన్ని అంగీకరించండి',
      footer: 'ఈ లింక్‌ను {until} వరకు, ఒకసారి మాత్రమే వాడవచ్చు. మీరు దీన్ని ఊహించకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి.',
    },
  },
}
