package kind

import "github.com/sepdist/sepdist/graph"

// HasLatentProjection reports whether graphs of class k without their latent nodes are ADMGs, see class.Member.LatentProjection.
func HasLatentProjection(k graph.Kind) bool { return k == graph.DAG || k == graph.ADMG }

// IsADMG reports whether a graph is an ADMG with bidirected edges: by its class, if that is stated, or by its types of edges.
func IsADMG(stated graph.Kind, has Edges) bool {
	return stated == graph.ADMG || stated == graph.Unstated && has&Bidirected != 0 && has&^Allowed(graph.ADMG) == 0
}
