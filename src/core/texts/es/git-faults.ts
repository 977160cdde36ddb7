import type { gitFaults as english } from '../en/git-faults.ts';

export const gitFaults: typeof english = {
  'git-path': (path) => `${path} no es una ruta que pueda tener un proyecto.`,
  'git-nothing-to-revert': 'No hay nada que revertir.',
  'git-commits-elsewhere': 'Esos commits no están en la rama actual. Cámbiate primero a su rama.',
  'git-changed-since': (path) => `${path} cambió después: no revertí nada. Puedes hacerlo a mano: git revert`,
  'git-changes-gone': 'Esta tarea es muy vieja: ya no tengo sus cambios. Sus commits siguen en git: git log',
  'git-merge-lost': 'Git perdió un archivo que había unido. Inténtalo otra vez.',
  'git-state-gone':
    'Ya no tengo el estado de antes: no restauré nada. Lo que tiene commit sigue en git: git log',
  'git-start-gone': 'Ya no tengo el estado anterior a esta tarea. Lo que tiene commit sigue en git: git log',
  'git-branch-name': (name) => `${name} no sirve como nombre de rama. Usa letras, números, - y /.`,
  'git-branch-there': (name) => `Ya existe la rama ${name}. Elige otro nombre.`,
  'git-name': (name) => `${name} no es nombre de una rama ni de un remoto.`,
  'git-not-started': (why) => `No pude arrancar git: «${why}».`,
  'git-too-slow': (command, limitMs) => `git ${command} tardó más de ${limitMs} ms. Prueba otra vez.`,
  'git-stopped': 'Detuve git.',
  'git-too-much': (most) => `Git escribió más de ${most} bytes; pide menos archivos.`,
  'git-out-of-touch':
    'No envié nada al remoto: esta máquina perdió el contacto con las demás, y otra pudo tomar su lugar. Prueba en un minuto.',
  'git-no-hook': (folder) =>
    `No envié nada al remoto: en ${folder} no arranca ningún programa. Pon en TMPDIR una carpeta donde sí se pueda.`,
  'git-listing-stopped': 'Dejé de listar los archivos.',
  'git-fetched-too-large': (most) =>
    `La descarga pasaría de ${most} GB. Si te hace falta, clónalo tú mismo en PROJECTS_ROOT.`,
  'git-files-too-large': (most) =>
    `Los archivos pesarían más de ${most} GB. Si te hacen falta, clónalos tú mismo en PROJECTS_ROOT.`,
  'project-name-taken': (name) => `Ya hay algo llamado ${name} en PROJECTS_ROOT. Elige otro nombre.`,
  'projects-root-moved': 'PROJECTS_ROOT ya no es la misma carpeta: no creé nada. Revísala y prueba otra vez.',
  'git-no-branch-name': (name) => `${name} no es nombre de una rama.`,
  'worktree-file-too-large': (path, most) =>
    `${path} pesa más de ${most} MB: no puedo traerlo. Cópialo a mano desde la carpeta de la tarea.`,
  'worktree-file-changed': (path) => `${path} cambió mientras lo leía. Prueba otra vez.`,
  'worktree-files-too-large': (most) => `Esos archivos pesan juntos más de ${most} MB. Cópialos a mano.`,
  'worktree-not-copied': (path, folder) =>
    `No pude copiar ${path} a ${folder}. Revisa sus permisos y el espacio libre.`,
  'worktree-unfinished': (kind) =>
    `La tarea dejó a medias un ${kind} en su carpeta. Continúalo con /continuar, o deshazlo. Después elige otra vez.`,
  'worktree-head-moved': 'HEAD se movió mientras hacía el commit. Elige otra vez.',
  'git-no-branch': (branch, project) => `No existe la rama ${branch} en ${project}.`,
  'dependencies-stopped': 'Dejé de enlazar las dependencias.',
  'dependencies-too-many': 'Tiene demasiados paquetes para revisarlos.',
  'landing-half':
    'La rama se movió mientras escribía. Los archivos tienen lo que hizo la tarea, pero sus commits no están en la rama.',
  'landing-locked': (lock) =>
    `Hay otro git trabajando en este proyecto, o lo mataron ahí. Si no hay ninguno, borra ${lock}. No cambié nada.`,
  'landing-branch-moved': 'La rama se movió mientras tanto. No cambié nada.',
  'landing-changed': (files) => `Mientras tanto cambió: ${files}. No cambié nada.`,
  'dependencies-too-large': 'Tiene demasiados archivos para enlazarlos.',
  'dependencies-unknown': (path) => `Lleva a ${path}, que git no conoce.`,
  'worktree-no-commit': (project) =>
    `${project} todavía no tiene commits: no puedo copiarlo para una tarea. Haz el primero.`,
  'worktree-branch-taken': (branch) => `La rama ${branch} está activa en otra carpeta. Elige otro nombre.`,
  'merge-contents-missing':
    'Al repositorio le falta contenido de sus propios commits. Tráelo primero con git fetch.',
  'worktree-in-repository': (project, top) =>
    `${project} es una carpeta del repositorio ${top}. La copia necesita el repositorio entero: haz de él el proyecto.`,
  'worktree-sparse':
    'Este repositorio solo tiene una parte de sus archivos (git sparse-checkout). La copia los necesita todos.',
  'worktree-repository-moved': (project) => `El repositorio de ${project} ya no está donde estaba.`,
  'worktree-folder-gone': 'La carpeta en la que trabajó la tarea ya no existe.',
  'worktree-changed': (folder) => `${folder} ya no es un worktree del proyecto: alguien cambió su .git.`,
  'worktree-foreign': (folder) => `${folder} no es un worktree de este programa.`,
  'landing-rewritten':
    'La tarea reescribió la historia de la que partió: sus commits ya no encajan. Sus archivos siguen en su carpeta.',
  'merge-no-branch': (branch) => `No existe la rama ${branch} para unir.`,
  'merge-unrelated': (branch) =>
    `${branch} y la rama actual no tienen ningún commit en común. Haz el merge a mano.`,
  'folder-not-removed': (folder, why) => `No pude borrar ${folder}: «${why}». Prueba más tarde.`,
  'folder-busy': 'Algo sigue escribiendo en la carpeta: la dejé. Prueba más tarde.',
  'folder-mounted': (mounted, folder) =>
    `${mounted} está montado. Desmóntalo para que pueda borrar ${folder}.`,
  'branch-in-use': (branch) => `La rama ${branch} está activa: la dejé. Cámbiate primero a otra.`,
  'worktree-setup-stopped': 'Detuve la preparación de la copia.',
  'github-stopped': 'Detuve el pedido a GitHub.',
  'github-token':
    'GitHub rechazó GITHUB_TOKEN: es incorrecto o ya venció. Crea otro: https://github.com/settings/tokens',
  'github-limit': 'Llegaste al límite de pedidos de GitHub. Prueba en una hora.',
  'github-permission': (repository) =>
    `GITHUB_TOKEN no tiene permiso para esto en ${repository}: le falta escribir en contents y pull requests.`,
  'github-unknown': (repository) =>
    `GitHub no conoce ${repository}, o GITHUB_TOKEN no puede verlo. Revisa GITHUB_REPO y el token.`,
  'github-pull': (why) => `GitHub rechazó el pull request: «${why}».`,
  'github-answered': (status) => `GitHub respondió ${status}. Prueba otra vez.`,
  'github-unreadable': (why) => `No entiendo la respuesta de GitHub. Prueba otra vez: «${why}»`,
  'git-says': (words) => `git dice: «${words}»`,
  'git-says-owner': (words, mending) =>
    `La carpeta es de otro usuario. Si es tuya, ejecuta \`${mending}\`. git dice: «${words}»`,
  'git-says-lock': (words, mending) =>
    `Hay otro git trabajando, o lo mataron y dejó su bloqueo. Si no hay ninguno, ejecuta \`${mending}\`. git dice: «${words}»`,
  'git-no-repository': (folder) =>
    `${folder} no está en un repositorio de git. Crea uno ahí con \`git init\`.`,
  'git-borrowed':
    'El archivo .git lleva al repositorio de otra carpeta, que no conoce esta. Si es un worktree que moviste, ejecuta ahí `git worktree repair`. Si no, crea su propio repositorio.',
  'git-borrowed-parts': (path) =>
    `Una parte del repositorio está en otro: ${path} lleva afuera, y los commits se harían ahí. Clónalo otra vez, o agrega un worktree con \`git worktree add\`.`,
  'git-borrowed-objects': (path) =>
    `El repositorio lee objetos de otro proyecto: ${path}. Complétalo con \`git repack -a -d\` y después borra .git/objects/info/alternates.`,
  'git-own-setting': (key, harm) =>
    `La configuración del repositorio define ${key}. ${harm} Quítala, o ponla en tu configuración global de git si confías en ella.`,
  'git-setting-runs': 'Git la ejecutaría.',
  'git-setting-downloads': 'Podría descargar de otro lado.',
  'git-setting-connects': 'Podría llevar la conexión a otro lado.',
  'git-setting-pushes': 'Haría push a varios lados a la vez.',
  'git-setting-restores': 'Sin ella, los archivos volverían con otro contenido.',
  'git-setting-commits': 'Sin ella, el commit tendría otro contenido.',
  'git-setting-merges': 'Sin ella, los archivos unidos tendrían otro contenido.',
  'git-not-installed':
    'Git no está instalado. Para instalarlo: sudo apt install git (o dnf, pacman, apk, brew).',
  'git-folder-gone': (folder) => `No pude arrancar git: ${folder} ya no existe.`,
  'landing-not-written': (path) =>
    `No pude escribir ${path}: quizá el disco está lleno, o hay otra cosa en su lugar. No cambié nada.`,
  'landing-half-written': (path, written) =>
    `No pude escribir ${path}: quizá el disco está lleno, o hay otra cosa en su lugar. Quedó escrito: ${written}.`,
  'merge-detached': (branch) =>
    `La carpeta de la tarea ya no está en ${branch}, sino en ninguna rama. Cámbiala ahí a ${branch}, o haz el merge a mano.`,
  'merge-elsewhere': (present, branch) =>
    `La carpeta de la tarea está ahora en ${present}, no en ${branch}. Cámbiala ahí a ${branch}, o haz el merge a mano.`,
};
