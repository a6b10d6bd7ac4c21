// Español. Lo que solo se dice al practicar; llega con esa página.

import type { PracticeKey } from "./practiceEn";

export const practiceEs: Record<PracticeKey, string> = {
  "practice.title": "Practicar sin conexión",
  "practice.about":
    "Juega contra bots en este navegador, sin ningún servidor: las mismas reglas, los mismos bots, la misma mesa. No cuenta para nada y nadie lo ve.",
  "practice.offer":
    "Para eso se descargan {size} MB una sola vez y se guardan aquí. Después funciona en el tren o en el avión.",
  "practice.download": "Descargar {size} MB",
  "practice.loading": "Descargando: {percent} %",
  "practice.starting": "Preparando la mesa …",
  "practice.ready": "Ya está todo: puedes practicar sin internet.",
  "practice.absent":
    "Lo que hace falta para practicar todavía no está en este navegador, y ahora no se puede descargar. Cuando tengas internet, abre esta página una vez y descárgalo.",
  "practice.insecure":
    "Este navegador no guarda nada de páginas sin cifrar: abre Cambio con una dirección que empiece con https, o en esta misma computadora.",
  "practice.failed": "No funcionó. Quizá se fue el internet, o a este navegador le falta algo.",
  "practice.again": "Probar otra vez",
  "practice.play": "Jugar",
  "practice.play.small": "tú y {n} {n|bot|bots}",
  "practice.make": "Reglas de la casa",
  "practice.make.small": "cambia cualquier regla",
  "practice.learn": "El tutorial",
  "practice.learn.small": "cuatro lecciones cortas",
  "practice.continue": "Seguir",
  "practice.home": "Volver a la primera página",
  "practice.gone":
    "Esa mesa ya no está: una mesa de práctica dura hasta que se cierra o se vuelve a cargar su página. Aquí tienes otra.",
  "practice.search": "Los niveles por encima del experto necesitan un servidor: aquí el más fuerte es el experto.",
};
