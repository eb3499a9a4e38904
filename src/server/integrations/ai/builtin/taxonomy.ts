/** What a tenant sells: each entry with the words by which people ask for it. */
export interface Interest {
  label: string;
  words: RegExp;
}

/** The formats of a billboard business. The more special ones stand first: their words are not read again. */
export const billboardTaxonomy: readonly Interest[] = [
  {
    label: 'Mobile billboard',
    words:
      /\b(?:mobile (?:digital |led )?(?:billboards?|ads?|advertising|signs?|screens?|trucks?)|(?:billboard|ad|advertising|led|digital|screen) (?:trucks?|vans?|trailers?|bikes?|scooters?)|ad bikes?|trailer (?:signs?|billboards?|boards?))\b/gi,
  },
  {
    label: 'Bus shelter',
    words:
      /\b(?:bus[- ](?:shelters?|stops?)(?: (?:panels?|ads?|posters?|advertising))?|bus haltestellen?|abribus|parada de (?:auto)?bus)\b/gi,
  },
  {
    label: 'Bus advertising',
    words:
      /\b(?:bus (?:backs?|sides?|wraps?|ads?|advertising|portraits?|megasides?|supersides?)|back(?:s)? of (?:the )?bus(?:es)?|(?:on|wrap(?:ped)?) (?:the )?(?:buses|a bus)|buses)\b/gi,
  },
  {
    label: 'Tram advertising',
    words: /\b(?:tram (?:wraps?|sides?|ads?|advertising|shelters?|stops?)|trams?)\b/gi,
  },
  {
    label: 'Train station',
    words:
      /\b(?:train|railway|rail|metro|underground|tube) (?:stations?|platforms?|ads?|advertising|panels?|posters?)|\bstation (?:platforms?|posters?|panels?|screens?|domination)\b|\b(?:central|flinders street|town hall|wynyard) station\b/gi,
  },
  {
    label: 'Taxi advertising',
    words: /\b(?:taxis?|cabs?|rideshare)(?: (?:tops?|backs?|roofs?|ads?|advertising))?\b/gi,
  },
  { label: 'Transit', words: /\b(?:transit(?: (?:ads?|advertising|media))?|public transport)\b/gi },
  {
    label: 'Airport',
    words:
      /\b(?:airports?|(?:departure|arrivals?) (?:lounge|hall)|baggage (?:claim|carousel)|terminal (?:screens?|ads?|[1-5])|flughafen|aéroport|aeropuerto|aeroporto)\b/gi,
  },
  {
    label: 'Shopping centre',
    words:
      /\b(?:shopping (?:cent(?:re|er)s?|malls?)|malls?|westfield|retail (?:screens?|media|cent(?:re|er)s?)|food courts?|supermarkets?)\b/gi,
  },
  {
    label: 'Street furniture',
    words:
      /\b(?:street furniture|phone ?(?:booths?|boxes)|kiosks?|street (?:panels?|poles?|flags?)|pole banners?|lamp ?post(?: banners?)?|light ?pole banners?|bench(?:es)?(?: ads?)?|bus benches)\b/gi,
  },
  {
    label: 'Wallscape',
    words:
      /\b(?:wall ?scapes?|murals?|(?:building|wall) wraps?|painted walls?|(?:side|wall) of (?:the |a )?building|hand[- ]painted)\b/gi,
  },
  {
    label: 'Street posters',
    words:
      /\b(?:(?:street |wild )?posters?|wild ?posting|poster (?:campaign|run|sites?)|bill ?posters?|flyposting)\b/gi,
  },
  {
    label: 'Banner',
    words:
      /\b(?:banners?|fence (?:mesh|wraps?)|(?:over|foot)?bridge (?:banners?|signs?|sites?)|overpass)\b/gi,
  },
  { label: 'Hoarding', words: /\bhoardings?\b/gi },
  {
    label: 'Stadium',
    words: /\b(?:stadiums?|arenas?|scoreboards?|perimeter (?:boards?|signage|led)|sports? grounds?)\b/gi,
  },
  {
    label: 'Office and lift screens',
    words:
      /\b(?:(?:lift|elevator|office(?: tower)?|lobby|foyer) (?:screens?|ads?|advertising|panels?)|elevators?)\b/gi,
  },
  {
    label: 'Gym, cafe and venue',
    words:
      /\b(?:(?:gym|caf[eé]|pub|bar|washroom|bathroom|toilet|cinema|university|campus|petrol station|service station|servo) (?:screens?|ads?|advertising|panels?|posters?)|petrol pumps?|pump toppers?)\b/gi,
  },
  {
    label: 'Highway billboard',
    words:
      /\b(?:(?:highway|freeway|motorway|roadside) (?:billboards?|boards?|signs?|sites?|screens?)|(?:billboards?|boards?|signs?|sites?) (?:on|along|by|off|near) the (?:\w+ )?(?:highway|freeway|motorway|hwy|fwy))\b/gi,
  },
  {
    label: 'Supersite (large format)',
    words:
      /\b(?:super ?sites?|spectaculars?|large[- ]format|mega ?(?:sites?|boards?)|landmark sites?|48[- ]?sheets?|96[- ]?sheets?|6[- ]?sheets?)\b/gi,
  },
  {
    label: 'Digital billboard',
    words:
      /\b(?:digital(?:en|e|es|is|s)?|led (?:screens?|billboards?|boards?|signs?|walls?|displays?)|leds?|d?ooh screens?|dooh|electronic (?:billboards?|boards?|signs?)|video (?:screens?|boards?|billboards?|walls?)|programmatic)\b/gi,
  },
  {
    label: 'Static billboard',
    words:
      /\b(?:statics?|vinyl|printed (?:billboards?|boards?)|print billboards?|paper billboards?|painted (?:billboards?|boards?|signs?)|(?:classic|traditional) (?:billboards?|boards?))\b/gi,
  },
  {
    label: 'Artwork and design',
    words:
      /\b(?:artwork design|design(?:ing)? (?:the |our |an? |some )?(?:artwork|ad|creative|billboard)|(?:do|make|create|offer|provide|help with|include|supply) (?:\w+ ){0,2}(?:artwork|designs?|creative)|creative (?:services|design|team)|graphic design\w*)\b/gi,
  },
];

/** What is said when no format is named. */
export const generalInterest: Interest = {
  label: 'Billboard',
  words:
    /\b(?:bill ?boards?|boards?|signs?|signage|outdoor (?:ads?|advertising|campaign|media)|ooh|plakat\w*|werbetafel\w*|valla(?:s)?(?: publicitarias?)?|panneaux?(?: publicitaires?)?|cartellon\w+|outdoors?)\b/gi,
};
