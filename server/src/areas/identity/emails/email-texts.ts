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
  readonly 'channel-failing': EmailTexts
}

/** All emails in all languages. */
export const emailTexts: Readonly<Record<Language, EmailKinds>> = {
  en: {
    'channel-failing': {
      subject: 'Kinora has disabled the alert channel {name}',
      lines: [
        'Kinora no longer sends alerts to {name} because it accepted no message for a day. Last error: {fault}',
        'Correct the channel under Alerts, Channels, and enable it again. Until then alerts only appear in the console and in other channels.',
      ],
      footer: 'You receive this email because you created the channel or administer the organization.',
    },
    'webhook-failing': {
      subject: 'Kinora has disabled a webhook',
      lines: [
        'Kinora no longer sends events to {url} because it accepted no events for five days.',
        'Enable the webhook in Settings when your server responds again. You can resend failed deliveries there.',
      ],
      footer: 'You receive this email because you created the webhook.',
    },
    'webhook-gone': {
      subject: 'Kinora has disabled a webhook',
      lines: ['Kinora no longer sends events to {url} because it responded with 410 (Gone).'],
      footer: 'You receive this email because you created the webhook.',
    },
    'verify-email': {
      subject: 'Confirm your email address',
      lines: ['Enter this code in Kinora to confirm your email address:'],
      footer:
        'The code is valid for 10 minutes. If you did not request it, ignore this email. Nothing has changed.',
    },
    'reset-password': {
      subject: 'Set a new password',
      lines: ['Enter this code in Kinora to set a new password:'],
      footer:
        'The code is valid for 10 minutes. If you did not request it, ignore this email. Nothing has changed.',
    },
    'sign-up': {
      subject: 'Someone tried to sign up with your email address',
      lines: [
        'Someone tried to create a Kinora account with this email address. You already have an account. Sign in, or reset your password if you forgot it.',
      ],
      button: 'Sign in',
      footer: 'If it was not you, ignore this email. Nothing has changed.',
    },
    invitation: {
      subject: '{invitedBy} invites you to {organization}',
      lines: ['{invitedBy} invites you to join {organization} on Kinora.'],
      button: 'Accept invitation',
      footer: 'The link works once, until {until}. If you did not expect this email, ignore it.',
    },
  },
  hi: {
    'channel-failing': {
      subject: 'Kinora ने अलर्ट चैनल {name} बंद कर दिया है',
      lines: [
        'Kinora अब {name} पर अलर्ट नहीं भेजता, क्योंकि एक दिन तक वहाँ कोई संदेश स्वीकार नहीं हुआ। पिछली त्रुटि: {fault}',
        'अलर्ट के चैनल में इसे ठीक करके फिर चालू करें। तब तक अलर्ट केवल कंसोल और दूसरे चैनलों में दिखेंगे।',
      ],
      footer: 'यह ईमेल आपको इसलिए मिला है, क्योंकि यह चैनल आपने बनाया था या आप संगठन के एडमिन हैं।',
    },
    'webhook-failing': {
      subject: 'Kinora ने एक वेबहुक बंद कर दिया है',
      lines: [
        'Kinora अब {url} पर इवेंट नहीं भेजता, क्योंकि पाँच दिन तक वहाँ कोई इवेंट स्वीकार नहीं हुआ।',
        'जब आपका सर्वर फिर जवाब दे, तो सेटिंग में वेबहुक चालू करें। विफल डिलीवरी वहीं से फिर भेजी जा सकती हैं।',
      ],
      footer: 'यह ईमेल आपको इसलिए मिला है, क्योंकि यह वेबहुक आपने बनाया था।',
    },
    'webhook-gone': {
      subject: 'Kinora ने एक वेबहुक बंद कर दिया है',
      lines: ['Kinora अब {url} पर इवेंट नहीं भेजता, क्योंकि उसने 410 (Gone) जवाब दिया।'],
      footer: 'यह ईमेल आपको इसलिए मिला है, क्योंकि यह वेबहुक आपने बनाया था।',
    },
    'verify-email': {
      subject: 'अपने ईमेल पते की पुष्टि करें',
      lines: ['अपने ईमेल पते की पुष्टि के लिए यह कोड Kinora में लिखें:'],
      footer: 'यह कोड 10 मिनट तक मान्य है। अगर आपने इसे नहीं माँगा, तो इस ईमेल को अनदेखा करें। कुछ नहीं बदला है।',
    },
    'reset-password': {
      subject: 'नया पासवर्ड बनाएँ',
      lines: ['नया पासवर्ड बनाने के लिए यह कोड Kinora में लिखें:'],
      footer: 'यह कोड 10 मिनट तक मान्य है। अगर आपने इसे नहीं माँगा, तो इस ईमेल को अनदेखा करें। कुछ नहीं बदला है।',
    },
    'sign-up': {
      subject: 'किसी ने आपके ईमेल पते से साइन अप करने की कोशिश की',
      lines: [
        'किसी ने इस ईमेल पते से Kinora खाता बनाने की कोशिश की। आपका खाता पहले से है। साइन इन करें, या पासवर्ड भूल गए हों तो उसे रीसेट करें।',
      ],
      button: 'साइन इन करें',
      footer: 'अगर यह आपने नहीं किया, तो इस ईमेल को अनदेखा करें। कुछ नहीं बदला है।',
    },
    invitation: {
      subject: '{invitedBy} ने आपको {organization} में आमंत्रित किया है',
      lines: ['{invitedBy} ने आपको Kinora पर {organization} में शामिल होने के लिए आमंत्रित किया है।'],
      button: 'निमंत्रण स्वीकार करें',
      footer: 'यह लिंक {until} तक, केवल एक बार काम करता है। अगर आपको इस ईमेल की उम्मीद नहीं थी, तो इसे अनदेखा करें।',
    },
  },
  ar: {
    'channel-failing': {
      subject: 'عطّلت Kinora قناة التنبيهات {name}',
      lines: [
        'لم تعد Kinora ترسل التنبيهات إلى {name} لأنها لم تقبل أي رسالة طوال يوم. آخر خطأ: {fault}',
        'صحّح القناة ضمن التنبيهات، القنوات، ثم فعّلها من جديد. حتى ذلك الحين تظهر التنبيهات في لوحة التحكم والقنوات الأخرى فقط.',
      ],
      footer: 'تصلك هذه الرسالة لأنك أنشأت القناة أو لأنك مسؤول عن المؤسسة.',
    },
    'webhook-failing': {
      subject: 'عطّلت Kinora خطاف ويب',
      lines: [
        'لم تعد Kinora ترسل الأحداث إلى {url} لأنه لم يقبل أي حدث طوال خمسة أيام.',
        'فعّل خطاف الويب من الإعدادات عندما يستجيب خادمك مجددًا. ويمكنك من هناك إعادة إرسال العمليات الفاشلة.',
      ],
      footer: 'تصلك هذه الرسالة لأنك أنشأت خطاف الويب.',
    },
    'webhook-gone': {
      subject: 'عطّلت Kinora خطاف ويب',
      lines: ['لم تعد Kinora ترسل الأحداث إلى {url} لأنه أجاب بالرمز 410 (Gone).'],
      footer: 'تصلك هذه الرسالة لأنك أنشأت خطاف الويب.',
    },
    'verify-email': {
      subject: 'أكّد بريدك الإلكتروني',
      lines: ['أدخل هذا الرمز في Kinora لتأكيد بريدك الإلكتروني:'],
      footer: 'الرمز صالح لمدة 10 دقائق. إن لم تطلبه فتجاهل هذه الرسالة. لم يتغيّر شيء.',
    },
    'reset-password': {
      subject: 'عيّن كلمة مرور جديدة',
      lines: ['أدخل هذا الرمز في Kinora لتعيين كلمة مرور جديدة:'],
      footer: 'الرمز صالح لمدة 10 دقائق. إن لم تطلبه فتجاهل هذه الرسالة. لم يتغيّر شيء.',
    },
    'sign-up': {
      subject: 'حاول شخص ما إنشاء حساب ببريدك الإلكتروني',
      lines: [
        'حاول شخص ما إنشاء حساب Kinora بهذا البريد الإلكتروني. لديك حساب بالفعل. سجّل الدخول، أو أعد تعيين كلمة المرور إن نسيتها.',
      ],
      button: 'تسجيل الدخول',
      footer: 'إن لم تكن أنت فتجاهل هذه الرسالة. لم يتغيّر شيء.',
    },
    invitation: {
      subject: '{invitedBy} يدعوك إلى {organization}',
      lines: ['يدعوك {invitedBy} إلى الانضمام إلى {organization} على Kinora.'],
      button: 'قبول الدعوة',
      footer: 'يعمل الرابط مرة واحدة، حتى {until}. إن لم تكن تتوقع هذه الرسالة فتجاهلها.',
    },
  },
  te: {
    'channel-failing': {
      subject: 'Kinora అలర్ట్ ఛానెల్ {name}ను నిలిపివేసింది',
      lines: [
        'ఒక రోజంతా ఏ సందేశమూ అంగీకరించనందున Kinora ఇకపై {name}కు అలర్ట్‌లు పంపదు. చివరి లోపం: {fault}',
        'అలర్ట్‌ల ఛానెల్‌లలో దీన్ని సరిచేసి, మళ్లీ ప్రారంభించండి. అప్పటివరకు అలర్ట్‌లు కన్సోల్‌లో, ఇతర ఛానెల్‌లలో మాత్రమే కనిపిస్తాయి.',
      ],
      footer: 'ఈ ఛానెల్‌ను మీరు సృష్టించినందున లేదా మీరు సంస్థ నిర్వాహకులైనందున ఈ ఇమెయిల్ వచ్చింది.',
    },
    'webhook-failing': {
      subject: 'Kinora ఒక వెబ్‌హుక్‌ను నిలిపివేసింది',
      lines: [
        'Kinora ఇకపై {url}కు ఈవెంట్\u200cలను పంపదు, ఎందుకంటే ఐదు రోజులుగా అది ఏ ఈవెంట్\u200cనూ స్వీకరించలేదు.',
        'మీ సర్వర్ మళ్లీ స్పందించినప్పుడు సెట్టింగ్\u200cలలో వెబ్\u200cహుక్\u200cను ఆన్ చేయండి. విఫలమైన డెలివరీలను అక్కడి నుండి మళ్లీ పంపవచ్చు.',
      ],
      footer: 'ఈ వెబ్‌హుక్‌ను మీరు సృష్టించినందున ఈ ఇమెయిల్ వచ్చింది.',
    },
    'webhook-gone': {
      subject: 'Kinora ఒక వెబ్‌హుక్‌ను నిలిపివేసింది',
      lines: ['Kinora ఇకపై {url}కు ఈవెంట్\u200cలను పంపదు, ఎందుకంటే అది 410 (Gone) అని స్పందించింది.'],
      footer: 'ఈ వెబ్‌హుక్‌ను మీరు సృష్టించినందున ఈ ఇమెయిల్ వచ్చింది.',
    },
    'verify-email': {
      subject: 'మీ ఇమెయిల్ చిరునామాను నిర్ధారించండి',
      lines: ['మీ ఇమెయిల్ చిరునామాను నిర్ధారించడానికి ఈ కోడ్\u200cను Kinoraలో ఇవ్వండి:'],
      footer: 'ఈ కోడ్ 10 నిమిషాలు చెల్లుతుంది. మీరు దీన్ని అడగకపోతే, ఈ ఇమెయిల్\u200cను పట్టించుకోకండి. ఏమీ మారలేదు.',
    },
    'reset-password': {
      subject: 'కొత్త పాస్‌వర్డ్ పెట్టండి',
      lines: ['కొత్త పాస్\u200cవర్డ్ పెట్టడానికి ఈ కోడ్\u200cను Kinoraలో ఇవ్వండి:'],
      footer: 'ఈ కోడ్ 10 నిమిషాలు చెల్లుతుంది. మీరు దీన్ని అడగకపోతే, ఈ ఇమెయిల్\u200cను పట్టించుకోకండి. ఏమీ మారలేదు.',
    },
    'sign-up': {
      subject: 'ఎవరో మీ ఇమెయిల్ చిరునామాతో సైన్ అప్ చేయడానికి ప్రయత్నించారు',
      lines: [
        'ఎవరో ఈ ఇమెయిల్ చిరునామాతో Kinora ఖాతా సృష్టించడానికి ప్రయత్నించారు. మీకు ఇప్పటికే ఖాతా ఉంది. సైన్ ఇన్ చేయండి, లేదా పాస్‌వర్డ్ మర్చిపోతే రీసెట్ చేయండి.',
      ],
      button: 'సైన్ ఇన్ చేయండి',
      footer: 'ఇది మీరు కాకపోతే, ఈ ఇమెయిల్\u200cను పట్టించుకోకండి. ఏమీ మారలేదు.',
    },
    invitation: {
      subject: '{invitedBy} మిమ్మల్ని {organization}కు ఆహ్వానిస్తున్నారు',
      lines: ['Kinoraలో {organization}లో చేరడానికి {invitedBy} మిమ్మల్ని ఆహ్వానిస్తున్నారు.'],
      button: 'ఆహ్వానాన్ని అంగీకరించండి',
      footer: 'ఈ లింక్‌ను {until} వరకు, ఒకసారి మాత్రమే వాడవచ్చు. మీరు ఈ ఇమెయిల్\u200cను ఆశించకపోతే, పట్టించుకోకండి.',
    },
  },
}
