/** Mail services for everybody, by the name before an ending such as `com.au`: they have domains in many countries. */
const brands = new Set(
  'gmail googlemail outlook hotmail live msn passport yahoo ymail rocketmail icloud me mac aol aim gmx proton protonmail pm zoho fastmail hey tutanota tuta yandex mail inbox email hushmail'.split(
    ' ',
  ),
);

/** Providers of connections and services with one domain, whose addresses belong to people as well. */
const shared = new Set(
  [
    'bigpond.com bigpond.net.au telstra.com optusnet.com.au optus.com.au iinet.net.au tpg.com.au internode.on.net westnet.com.au dodo.com.au ozemail.com.au adam.com.au aapt.net.au netspace.net.au iprimus.com.au',
    'xtra.co.nz slingshot.co.nz orcon.net.nz vodafone.co.nz clear.net.nz',
    'btinternet.com btopenworld.com sky.com talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk tiscali.co.uk plus.net',
    'comcast.net verizon.net att.net sbcglobal.net bellsouth.net charter.net cox.net earthlink.net juno.com shaw.ca rogers.com telus.net sympatico.ca bell.net videotron.ca',
    't-online.de web.de freenet.de arcor.de vodafone.de online.de bluewin.ch hispeed.ch aon.at chello.at',
    'orange.fr wanadoo.fr free.fr sfr.fr laposte.net bbox.fr neuf.fr libero.it virgilio.it alice.it tin.it tiscali.it telefonica.net terra.es sapo.pt',
    'ziggo.nl kpnmail.nl planet.nl home.nl telenet.be skynet.be proximus.be telia.com telenor.no online.no seznam.cz centrum.cz wp.pl onet.pl o2.pl interia.pl',
    'qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com uol.com.br bol.com.br terra.com.br',
  ]
    .join(' ')
    .split(' '),
);

/** The domain that stands for a company: of an address, in lower case; null for those of mail services. */
export function companyOf(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const [, name = ''] = /^([^.]+)\.[a-z]{2,3}(?:\.[a-z]{2,3})?$/.exec(domain) ?? [];
  return domain === '' || brands.has(name) || shared.has(domain) ? null : domain;
}
