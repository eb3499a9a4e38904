/** A header of a quoted or forwarded message, as the mail programs label it. */
export type BlockField = 'from' | 'to' | 'cc' | 'date' | 'subject' | 'replyTo';

/** Each string is a list of words divided by '|', lower case. */
export interface MailLanguage {
  /** Words that open "On <date>, <name> wrote:". */
  openers?: string;
  /** The verb of that line, wherever it stands. */
  wrote: string;
  labels: Partial<Record<BlockField, string>>;
  /** Between dashes: "Original Message". */
  original: string;
  /** Between dashes: "Forwarded message"; also, with a colon and without dashes, Apple's and MailMate's line. */
  forwarded: string;
  /** Beginnings of "Sent from my iPhone". */
  sentFrom?: string;
  /** Subject prefixes without the colon. */
  reply?: string;
  forward?: string;
}

/**
 * What mail programs write around an answer, by language: the only place a language is described. Sources are the
 * programs' own output (Gmail, Outlook, Apple Mail, Thunderbird, Yahoo, Samsung, HubSpot, Zoho, IONOS).
 */
export const MAIL_LANGUAGES: Record<string, MailLanguage> = {
  en: {
    openers: 'on|at',
    wrote: 'wrote|sent|writes',
    labels: {
      from: 'from',
      to: 'to',
      cc: 'cc|bcc',
      date: 'date|sent|sent at|sent on',
      subject: 'subject',
      replyTo: 'reply-to|reply to|importance|attachments',
    },
    original: 'original message|original appointment',
    forwarded: 'forwarded message|begin forwarded message|forward message',
    sentFrom:
      'sent from my|sent from mail|sent from outlook|sent from yahoo|sent from samsung|sent from proton|sent from typeapp|sent from windows|sent from gmail|sent via|sent with|sent using|sent wirelessly|get outlook for',
    reply: 're|reply',
    forward: 'fwd|fw|forward',
  },
  de: {
    openers: 'am|den|von',
    wrote: 'schrieb|schrieben|hat geschrieben|geschrieben',
    labels: {
      from: 'von',
      to: 'an',
      cc: 'kopie|kopie an|kopie (cc)',
      date: 'datum|gesendet|gesendet am',
      subject: 'betreff',
      replyTo: 'antwort an',
    },
    original: 'ursprüngliche nachricht|urspr. nachricht|original-nachricht|originalnachricht',
    forwarded: 'weitergeleitete nachricht|anfang der weitergeleiteten nachricht',
    sentFrom: 'von meinem|gesendet von|gesendet mit|diese nachricht wurde von meinem',
    reply: 'aw|antwort',
    forward: 'wg|weitergeleitet|weiterleitung',
  },
  fr: {
    openers: 'le|en date du',
    wrote: 'a écrit|écrit|a ecrit|a envoyé',
    labels: {
      from: 'de|expéditeur',
      to: 'à|a|pour|destinataire',
      cc: 'copie à|copie',
      date: 'date|envoyé|envoyé le|message du',
      subject: 'objet|sujet',
      replyTo: 'répondre à',
    },
    original: "message d'origine|message d’origine|message original|message d'original",
    forwarded: 'message transféré|début du message réexpédié|début du message transféré|message réexpédié',
    sentFrom: 'envoyé de mon|envoyé depuis|envoyé à partir|envoyé sans fil|télécharger outlook',
    reply: 'ré|rép',
    forward: 'tr|transf|transféré|transmis',
  },
  es: {
    openers: 'el',
    wrote: 'escribió|escribio|escribiste|ha escrito',
    labels: {
      from: 'de',
      to: 'para|a',
      cc: 'cco',
      date: 'fecha|enviado|enviado el|enviado a las',
      subject: 'asunto',
      replyTo: 'responder a',
    },
    original: 'mensaje original',
    forwarded: 'mensaje reenviado|inicio del mensaje reenviado',
    sentFrom: 'enviado desde|enviado con',
    reply: 'rsp|resp|respuesta',
    forward: 'rv|reenv|enc',
  },
  pt: {
    openers: 'em|no dia|a',
    wrote: 'escreveu|escreveu no dia',
    labels: {
      from: 'de',
      to: 'para',
      date: 'data|enviado|enviada|enviada em|enviado em',
      subject: 'assunto',
      replyTo: 'responder para',
    },
    original: 'mensagem original',
    forwarded: 'mensagem encaminhada|mensagem reencaminhada|início da mensagem reencaminhada',
    sentFrom: 'enviado do meu|enviado a partir|enviado pelo|enviado via',
    reply: 'res|resposta',
    forward: 'enc|encaminhada|encaminhar|reencaminhado|reenc',
  },
  it: {
    openers: 'il|il giorno|in data|da',
    wrote: 'ha scritto|scritto|scrive',
    labels: {
      from: 'da|mittente',
      to: 'a|destinatario',
      cc: 'ccn',
      date: 'data|inviato|inviata',
      subject: 'oggetto',
      replyTo: 'rispondi a|risposta',
    },
    original: 'messaggio originale|messaggio originario',
    forwarded: 'messaggio inoltrato|inizio messaggio inoltrato|inizio del messaggio inoltrato',
    sentFrom: 'inviato da|inviato dal|scarica outlook',
    reply: 'r|rif|ris',
    forward: 'i|inoltra|inoltrato',
  },
  nl: {
    openers: 'op',
    wrote: 'schreef|geschreven|heeft geschreven|het volgende geschreven',
    labels: {
      from: 'van',
      to: 'aan',
      cc: 'kopie',
      date: 'datum|verzonden|verzonden op',
      subject: 'onderwerp',
      replyTo: 'antwoord aan',
    },
    original: 'oorspronkelijk bericht|origineel bericht|oorspronkelijke bericht',
    forwarded: 'doorgestuurd bericht|begin doorgestuurd bericht',
    sentFrom: 'verstuurd vanaf|verzonden vanaf|verzonden met|verzonden vanuit',
    reply: 'antw|antwoord',
    forward: 'doorst|doorgestuurd',
  },
  da: {
    openers: 'den|d.',
    wrote: 'skrev|har skrevet|skrev følgende',
    labels: { from: 'fra', to: 'til', cc: 'kopi', date: 'dato|sendt', subject: 'emne', replyTo: 'svar til' },
    original: 'oprindelig meddelelse|oprindelig besked|original meddelelse|original besked',
    forwarded: 'videresendt meddelelse|videresendt besked|start på videresendt besked',
    sentFrom: 'sendt fra',
    reply: 'sv|svar',
    forward: 'vs|vidsend|videresend|videresendt',
  },
  no: {
    openers: 'den|på',
    wrote: 'skrev|skrev følgende',
    labels: { from: 'fra', to: 'til', cc: 'kopi', date: 'dato|sendt', subject: 'emne' },
    original: 'opprinnelig melding|opprinnelig e-post|original melding',
    forwarded: 'videresendt melding|videresendt e-post|begynnelse på videresendt melding',
    sentFrom: 'sendt fra|sendt med',
    reply: 'sv',
    forward: 'vs|videresend|videresendt',
  },
  sv: {
    openers: 'den',
    wrote: 'skrev|skrev följande',
    labels: {
      from: 'från',
      to: 'till',
      cc: 'kopia',
      date: 'datum|skickat',
      subject: 'ämne',
      replyTo: 'svara till',
    },
    original: 'ursprungligt meddelande|originalmeddelande|ursprungligt mejl',
    forwarded:
      'vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat mejl|påbörja vidarebefordrat meddelande',
    sentFrom: 'skickat från|skickades från',
    reply: 'sv',
    forward: 'vb|vidarebefordrat|vidarebefordra',
  },
  pl: {
    openers: 'w dniu|dnia|dn.',
    wrote: 'napisał|napisała|napisał(a)|pisze',
    labels: {
      from: 'od|nadawca',
      to: 'do|adresat',
      cc: 'dw|kopia|udw',
      date: 'data|wysłano|wysłane',
      subject: 'temat',
    },
    original: 'oryginalna wiadomość|wiadomość oryginalna|wiadomość pierwotna',
    forwarded:
      'przekazana wiadomość|wiadomość przekazana|treść przekazanej wiadomości|wiadomość przesłana dalej|początek przekazywanej wiadomości|początek przekazanej wiadomości',
    sentFrom: 'wysłane z|wysłano z',
    reply: 'odp',
    forward: 'pd|przek',
  },
  uk: {
    openers: 'у|о',
    wrote: 'пише|написав|написала|написав(ла)',
    labels: {
      from: 'від|від кого',
      to: 'кому',
      cc: 'копія',
      date: 'дата|відправлено|надіслано',
      subject: 'тема',
    },
    original: 'оригінальне повідомлення|початкове повідомлення|вихідне повідомлення',
    forwarded: 'переслане повідомлення|перенаправлене повідомлення|початок листа, що пересилається',
    sentFrom: 'надіслано з|відправлено з',
    reply: 'відп|ha|на',
    forward: 'пер|перес|переслано|перенаправлено',
  },
  ru: {
    openers: 'в|от',
    wrote: 'написал|написала|написал(а)|пишет|писал|писал(а)',
    labels: {
      from: 'от|от кого',
      to: 'кому',
      cc: 'копия',
      date: 'дата|отправлено|отправлен',
      subject: 'тема',
    },
    original: 'исходное сообщение|оригинальное сообщение|первоначальное сообщение',
    forwarded:
      'пересылаемое сообщение|перенаправленное сообщение|пересланное сообщение|начало переадресованного сообщения|начало пересылаемого сообщения|начало пересланного сообщения',
    sentFrom: 'отправлено с|отправлено из',
    reply: 'отв|ответ',
    forward: 'пер|пересл|переслано|пересылка',
  },
  ja: {
    wrote: 'のメール|が書きました|さんが書きました|さんは書きました|wrote',
    labels: {
      from: '差出人|送信元|送信者',
      to: '宛先|送信先',
      cc: 'ｃｃ',
      date: '日付|日時|送信日時|送信済み',
      subject: '件名',
    },
    original: '元のメッセージ|オリジナルメッセージ|original message',
    forwarded: '転送メッセージ|転送されたメッセージ|メッセージを転送|転送されたメール',
    sentFrom: 'iphoneから送信|ipadから送信|androidから送信',
    reply: '返信',
    forward: '転送',
  },
  zh: {
    openers: '在|于|於',
    wrote: '写道|寫道|写到|撰寫',
    labels: {
      from: '发件人|寄件者|寄件人|發件人',
      to: '收件人|收件者|至',
      cc: '抄送|副本',
      date: '发送时间|发件时间|日期|寄件日期|傳送時間|时间|發送日期',
      subject: '主题|主旨|主題',
    },
    original: '原始邮件|原始郵件|原始信件|原邮件',
    forwarded: '转发的邮件|转发邮件|轉寄的郵件|轉寄郵件|已转发邮件|开始转发的邮件',
    sentFrom: '发自我的|從我的|从我的|傳送自',
    reply: '回复|回覆|答复|回復',
    forward: '转发|轉寄|轉發',
  },
  fi: {
    wrote: 'kirjoitti|kirjoitti seuraavasti',
    labels: {
      from: 'lähettäjä',
      to: 'vastaanottaja',
      cc: 'kopio',
      date: 'päivämäärä|päiväys|lähetetty',
      subject: 'aihe',
    },
    original: 'alkuperäinen viesti',
    forwarded: 'välitetty viesti|edelleenlähetetty viesti|välitetty viesti alkaa',
    sentFrom: 'lähetetty',
    forward: 'vl',
  },
  cs: {
    openers: 'dne|dňa',
    wrote: 'napsal|napsala|napsal(a)|napísal|napísala|napísal(a)',
    labels: {
      from: 'od|odesílatel|odosielateľ',
      to: 'komu',
      cc: 'kopie|kópia',
      date: 'datum|dátum|odesláno|odoslané',
      subject: 'předmět|predmet',
    },
    original: 'původní zpráva|původní e-mail|pôvodná správa',
    forwarded:
      'přeposlaná zpráva|předaná zpráva|preposlaná správa|začátek přeposílané zprávy|začiatok preposlanej správy',
    sentFrom: 'odesláno z|odoslané z',
    reply: 'odp',
    forward: 'př|fwd|předat|přeposláno|posl',
  },
  hu: {
    wrote: 'ezt írta|írta|a következőt írta',
    labels: {
      from: 'feladó',
      to: 'címzett',
      cc: 'másolat|másolatot kap',
      date: 'dátum|elküldve',
      subject: 'tárgy',
    },
    original: 'eredeti üzenet',
    forwarded: 'továbbított üzenet|továbbított levél kezdete',
    sentFrom: 'elküldve az',
    reply: 'vá',
    forward: 'továbbítás|tov|továbbítva',
  },
  ro: {
    openers: 'în data de|pe',
    wrote: 'a scris|a scris următoarele',
    labels: {
      from: 'de la|expeditor|expeditorul',
      to: 'către|destinatar|destinatarul',
      date: 'data|dată|trimis',
      subject: 'subiect|subiectul',
    },
    original: 'mesaj original|mesajul original',
    forwarded: 'mesaj redirecționat|mesaj redirecţionat|începe mesajul redirecționat',
    sentFrom: 'trimis de pe',
    reply: 'răsp',
    forward: 'redir|redir.',
  },
  hr: {
    openers: 'dana|u',
    wrote: 'je napisao|je napisala|napisao je|piše',
    labels: { from: 'šalje|od', to: 'prima|za', date: 'datum|poslano', subject: 'predmet' },
    original: 'izvorna poruka',
    forwarded: 'proslijeđena poruka|započni proslijeđenu poruku',
    sentFrom: 'poslano s',
    reply: 'odg',
    forward: 'prosl|proslijeđeno|pros',
  },
  tr: {
    wrote: 'şunu yazdı|şunları yazdı|yazdı',
    labels: {
      from: 'kimden|gönderen',
      to: 'kime|alıcı',
      cc: 'bilgi',
      date: 'tarih|gönderildi',
      subject: 'konu',
    },
    original: 'orijinal mesaj|özgün ileti',
    forwarded: 'iletilmiş mesaj|i̇letilmiş mesaj|ileti başlangıcı|i̇leti başlangıcı|yönlendirilen ileti',
    reply: 'ynt|yan',
    forward: 'ilt|i̇lt',
  },
  ko: {
    wrote: '작성|님이 작성|씀',
    labels: {
      from: '보낸 사람|보낸사람',
      to: '받는 사람|받는사람',
      cc: '참조',
      date: '날짜|보낸 날짜|보낸날짜',
      subject: '제목',
    },
    original: '원본 메시지|원본 메일',
    forwarded: '전달된 메시지|전달된 메일',
    sentFrom: '나의 iphone에서',
    reply: '답장|회신',
    forward: '전달',
  },
  ca: {
    openers: 'el',
    wrote: 'ha escrit|va escriure',
    labels: { from: 'de', to: 'per a', date: 'data', subject: 'assumpte' },
    original: 'missatge original',
    forwarded: 'missatge reenviat',
  },
};
